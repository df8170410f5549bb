import type { TermRow } from '../term-row.ts';

/** French terms. */
export const FRENCH: readonly TermRow[] = [
  {
    seniority: 'junior',
    effect: 'beginner',
    terms:
      'stagiaire, alternant, alternance, apprenti, étudiant, en alternance, doctorant, débutant, contrat pro, contrat de professionnalisation',
  },
  {
    seniority: 'junior',
    effect: 'assistant',
    terms: 'assistant, assistante, secrétaire, secrétariat, adjoint au, adjointe au',
  },
  { seniority: 'junior', terms: 'aide' },
  {
    seniority: 'mid',
    terms: `chargé, chargé de, chargée de, conseiller, conseillère, consultant, technicien, technicienne, coordinateur, coordinatrice, coordonnateur, coordonnatrice, spécialiste, gestionnaire, analyste, attaché, attachée, agent, employé, opérateur, opératrice, animateur, animatrice,
      préparateur, formateur, formatrice, intervenant, indépendant, expert, collaborateur, collaboratrice, délégué, référent, négociateur, chargé d, chargée d, intégrateur`,
  },
  { seniority: 'senior', terms: 'confirmé, expérimenté' },
  {
    seniority: 'manager',
    terms: `responsable, resp, chef, cheffe, chef d équipe, chef de, cheffe de, manager, manageur, manageuse, superviseur, superviseure, encadrant, chef de service, cheffe de service, responsable d équipe, gérant de magasin`,
  },
  {
    seniority: 'director',
    terms: `directeur, directrice, dir, direction, directeur adjoint, directrice adjointe, chef de département, cheffe de département, directeur de, directrice de, sous directeur, sous directrice, chef du département, dirigeant de`,
  },
  { seniority: 'executive', terms: 'vice président, vice présidente, vice président senior' },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'company',
    terms: `fondateur, fondatrice, cofondateur, cofondatrice, co fondateur, co fondatrice, gérant, gérante, cogérant, cogérante, co gérant, co gérante, propriétaire, copropriétaire, dirigeant, dirigeante, co dirigeant, entrepreneur, entrepreneuse, chef d entreprise, cheffe d entreprise, associé fondateur, associée fondatrice, créateur d entreprise, auto entrepreneur, pdg, président fondateur`,
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    terms: `président directeur général, présidente directrice générale, p dg, directeur général, directrice générale, dg, dga, directeur général adjoint, directrice générale adjointe, directeur général délégué, directrice générale déléguée, président, présidente, administrateur indépendant, administratrice indépendante, direction générale, comité de direction, codir, comex, comité exécutif,
      membre du directoire, directoire, président du directoire, présidente du directoire, conseil d administration, conseil de surveillance, administrateur de société, associé gérant, associée gérante, mandataire social, directeur exécutif, directrice exécutive, membre du conseil, président du conseil, dirigeant fondateur, membre de la direction`,
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'alone',
    terms: 'associé, associée, coassocié',
  },
  // Management.
  {
    departments: ['management'],
    seniority: 'director',
    terms:
      'directeur de cabinet, directrice de cabinet, directeur pays, directrice pays, directeur de filiale, directrice de filiale, directeur d agence, directrice d agence, directeur de business unit, directrice de business unit, directeur régional, directrice régionale, directeur de région, directeur de la stratégie',
  },
  {
    departments: ['management'],
    seniority: 'manager',
    terms:
      'chef de cabinet, responsable d agence, chef d agence, responsable de magasin, directeur de magasin, directrice de magasin, responsable pays, chef de projet, cheffe de projet, chef de projets, cheffe de projets, chef de produit, cheffe de produit, chef de produits, chargé de projet',
  },
  {
    departments: ['management'],
    strength: 'medium',
    terms: 'produit, produits, stratégie, stratégique, plan stratégique, centre de profit',
  },
  {
    departments: ['management'],
    strength: 'weak',
    terms:
      'projet, projets, programme, programmes, gestion de projet, gestion de projets, organisation, développement de produits',
  },
  // Engineering and IT.
  { departments: ['it'], seniority: 'director', terms: 'dsi, rssi, directeur de l ingénierie' },
  {
    departments: ['it'],
    seniority: 'mid',
    strength: 'medium',
    terms:
      'ingénieur, ingénieure, développeur, développeuse, programmeur, programmeuse, informaticien, informaticienne, chercheur, chercheuse, scientifique, concepteur, concepteur développeur, webmestre, biologiste, chimiste, physicien, mathématicien, statisticien, ingé',
  },
  {
    departments: ['it'],
    seniority: 'mid',
    terms:
      'administrateur système, administrateur systèmes, administrateur réseau, administrateur réseaux, administratrice systèmes, technicien informatique, analyste de données, data analyste, administrateur de bases de données, ingénieur logiciel, développeur web, testeur, testeuse, ingénieur d études, ingénieur d études et développement, ingénieur études',
  },
  { departments: ['it'], seniority: 'mid', strength: 'weak', terms: 'architecte' },
  {
    departments: ['it'],
    terms: `informatique, logiciel, logiciels, systèmes d information, système d information, si, sécurité informatique, cybersécurité, intelligence artificielle, ia, recherche et développement, recherche & développement, recherche développement, apprentissage automatique, base de données, bases de données, transformation numérique, transformation digitale, développement logiciel, développement informatique, électronique, bureau d études, études techniques, développement web, sécurité des systèmes d information, qualité logicielle, infrastructures`,
  },
  {
    departments: ['it'],
    strength: 'medium',
    terms:
      'technologie, technologies, données, ingénierie, recherche, systèmes, réseau, réseaux, sécurité, r et d, architecture logicielle, plateforme, laboratoire, études',
  },
  { departments: ['it'], strength: 'weak', terms: 'technique, techniques, numérique, innovation' },
  // Sales.
  {
    departments: ['sales'],
    seniority: 'mid',
    terms: `commercial, commerciale, vendeur, vendeuse, technico commercial, technico commerciale, technicocommercial, ingénieur commercial, ingénieure commerciale, ingénieur d affaires, ingénieure d affaires, ingénieur avant vente, ingénieure avant vente, attaché commercial, attachée commerciale, chargé d affaires, chargée d affaires, représentant, représentante, délégué commercial, conseiller commercial, conseillère commerciale, business développeur, agent commercial, commercial terrain, commercial sédentaire, conseiller de vente, conseillère de vente, vrp, téléprospecteur, téléprospectrice, téléconseiller commercial, négociateur immobilier`,
  },
  {
    departments: ['sales'],
    strength: 'strong',
    terms:
      'responsable commercial, responsable commerciale, directeur commercial, directrice commerciale, direction commerciale, développement commercial, équipe commerciale, commercial & marketing, assistant commercial, assistante commerciale, assistante commerciale export',
  },
  {
    departments: ['sales'],
    seniority: 'manager',
    terms:
      'responsable grands comptes, chef de secteur, cheffe de secteur, chef de zone, responsable de secteur, responsable de comptes, responsable de clientèle',
  },
  {
    departments: ['sales'],
    terms: `vente, ventes, avant vente, avant ventes, commerce, commerciales, commerciaux, force de vente, grands comptes, grand compte, compte clé, comptes clés, développement des affaires, développement d affaires, partenariat, partenariats, partenaires, affaires, chiffre d affaires, réseau de distribution, prospection, export, comptes stratégiques, revenus, revenu, adv, administration des ventes, alliances, distribution, appels d offres`,
  },
  { departments: ['sales'], strength: 'medium', terms: 'comptes, clientèle entreprises, magasin, magasins' },
  // Marketing.
  {
    departments: ['marketing'],
    seniority: 'mid',
    terms:
      'rédacteur web, rédactrice web, rédacteur de contenu, créateur de contenu, créatrice de contenu, concepteur rédacteur, conceptrice rédactrice, marketeur, marketeuse, animateur de communauté, acheteur média',
  },
  {
    departments: ['marketing'],
    terms: `publicité, mercatique, marketing digital, marketing produit, réseaux sociaux, médias sociaux, acquisition, référencement, évènementiel, événementiel, contenu, contenus, études de marché, e commerce, webmarketing, fidélisation, trafic, inbound, crm, communauté, génération de leads, génération de demande`,
  },
  {
    departments: ['marketing'],
    strength: 'medium',
    terms:
      'marque, marques, croissance, événements, évènements, événement, communautés, salons, marché, notoriété',
  },
  // Design.
  {
    departments: ['design'],
    seniority: 'mid',
    terms:
      'graphiste, designeur, infographiste, illustrateur, illustratrice, maquettiste, photographe, vidéaste, ergonome, webdesigner, dessinateur, dessinatrice, monteur vidéo, styliste',
  },
  {
    departments: ['design'],
    seniority: 'director',
    terms:
      'directeur artistique, directrice artistique, direction artistique, directeur de création, directrice de création, directeur créatif, directrice créative',
  },
  {
    departments: ['design'],
    terms:
      'conception graphique, expérience utilisateur, création, graphisme, ergonomie, créatif, créative, identité visuelle, artistique',
  },
  // Finance.
  {
    departments: ['finance'],
    seniority: 'director',
    terms:
      'daf, directeur administratif et financier, directrice administrative et financière, directeur administratif & financier, directrice administrative & financière, raf, direction administrative et financière',
  },
  {
    departments: ['finance'],
    seniority: 'mid',
    terms:
      'comptable, contrôleur de gestion, contrôleuse de gestion, auditeur, auditrice, trésorier, trésorière, fiscaliste, contrôleur financier, contrôleuse financière, expert comptable, experte comptable, analyste financier, analyste financière, aide comptable, investisseur, gestionnaire comptable, contrôleur interne, économiste, actuaire, chargé d investissement, chargée d investissement',
  },
  {
    departments: ['finance'],
    seniority: 'manager',
    terms:
      'chef comptable, cheffe comptable, responsable administratif et financier, responsable administrative et financière, responsable administratif, responsable administrative',
  },
  {
    departments: ['finance'],
    terms:
      'finances, financier, financière, financiers, comptabilité, contrôle de gestion, trésorerie, fiscalité, fiscal, facturation, contrôle interne, recouvrement, investissement, investissements, administratif et financier, administrative et financière, financement, financements, levée de fonds, fusions acquisitions, relations investisseurs, consolidation, gestion financière, comptes fournisseurs, crédit',
  },
  { departments: ['finance'], strength: 'medium', terms: 'risques, risque, assurance, assurances, banque' },
  // Human resources.
  { departments: ['hr'], seniority: 'director', terms: 'drh' },
  { departments: ['hr'], seniority: 'manager', terms: 'rrh' },
  {
    departments: ['hr'],
    seniority: 'mid',
    terms:
      'recruteur, recruteuse, gestionnaire de paie, gestionnaire paie, chargé de recrutement, chargée de recrutement, chargé rh, chargée rh',
  },
  {
    departments: ['hr'],
    terms:
      'rh, ressources humaines, ressource humaine, recrutement, paie, talents, talent, capital humain, relations sociales, affaires sociales, marque employeur, gestion des talents, développement rh, qvt, qvct, acquisition de talents, formation professionnelle, développement des compétences, bien être au travail, gpec',
  },
  { departments: ['hr'], strength: 'medium', terms: 'formation, personnel, culture, bonheur, compétences' },
  // Operations.
  {
    departments: ['operations'],
    seniority: 'mid',
    terms:
      'acheteur, acheteuse, logisticien, logisticienne, approvisionneur, approvisionneuse, magasinier, qualiticien, qualiticienne, chauffeur, hôte d accueil, hôtesse d accueil, standardiste, planificateur, office manageuse, conducteur de travaux, gestionnaire de stock, agent logistique',
  },
  {
    departments: ['operations'],
    seniority: 'director',
    terms:
      'directeur d usine, directrice d usine, directeur de site, directrice de site, directeur d exploitation, directrice d exploitation',
  },
  {
    departments: ['operations'],
    seniority: 'junior',
    effect: 'assistant',
    terms:
      'assistant de direction, assistante de direction, assistant du, assistante du, assistante de la, assistant de la, assistante administrative, assistant administratif, secrétaire de direction, secrétaire générale adjointe',
  },
  { departments: ['operations'], seniority: 'executive', terms: 'secrétaire général, secrétaire générale' },
  {
    departments: ['operations'],
    terms:
      'achats, achat, approvisionnement, approvisionnements, logistique, production, fabrication, usine, entrepôt, chaîne d approvisionnement, chaîne logistique, moyens généraux, services généraux, exploitation, industrialisation, méthodes, maintenance, opérations, transports, transport, stocks, stock, qhse, amélioration continue, rse, immobilier et services généraux, supply, flux, travaux, assurance qualité',
  },
  {
    departments: ['operations'],
    strength: 'medium',
    terms:
      'qualité, administration, administratif, administrative, accueil, processus, industriel, industrielle, développement durable, environnement, bureau, planification, chantier',
  },
  {
    departments: ['operations'],
    strength: 'weak',
    terms: 'opération, opérationnel, opérationnelle, gestion',
  },
  // Support.
  {
    departments: ['support'],
    seniority: 'mid',
    terms:
      'téléconseiller, téléconseillère, conseiller clientèle, conseillère clientèle, conseiller client, conseillère client, conseiller clients, chargé de clientèle, chargée de clientèle, technicien support, technicienne support, technicien sav',
  },
  {
    departments: ['support'],
    terms:
      'service client, service clients, support client, relation client, relation clients, relations clients, expérience client, succès client, satisfaction client, service après vente, sav, assistance technique, support technique, relation clientèle, réussite client, déploiement, parcours client, expérience clients, accompagnement client',
  },
  {
    departments: ['support'],
    strength: 'medium',
    terms: 'client, clients, clientèle, assistance utilisateurs, usagers',
  },
  // Communication.
  {
    departments: ['communication'],
    seniority: 'mid',
    terms:
      'journaliste, rédacteur, rédactrice, attaché de presse, attachée de presse, porte parole, traducteur, traductrice, chargé de communication, chargée de communication, éditeur, éditrice',
  },
  { departments: ['communication'], seniority: 'director', terms: 'dircom' },
  { departments: ['communication'], seniority: 'manager', terms: 'rédacteur en chef, rédactrice en chef' },
  {
    departments: ['communication'],
    terms:
      'communication, communications, responsable com, chargé de com, chargée de com, directeur com, directrice com, dir com, relations presse, presse, relations publiques, affaires publiques, communication interne, communication externe, relations institutionnelles, relations médias, rédaction, éditorial, éditoriale, communication corporate, affaires institutionnelles, relations extérieures, influence, médias',
  },
  // Legal.
  {
    departments: ['legal'],
    seniority: 'mid',
    terms:
      'juriste, avocat, avocate, notaire, délégué à la protection des données, déléguée à la protection des données, conseiller juridique, conseillère juridique, clerc',
  },
  {
    departments: ['legal'],
    terms:
      'juridique, juridiques, droit, conformité, protection des données, rgpd, affaires réglementaires, réglementaire, propriété intellectuelle, brevets, contrats, affaires juridiques, contentieux, déontologie, lcb ft, réglementation',
  },
  { effect: 'office', terms: 'cabinet du, cabinet de la, auprès de la, auprès du, auprès de, bureau du' },
];
