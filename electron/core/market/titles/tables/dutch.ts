import type { TermRow } from '../term-row.ts';

/** Dutch terms. Compounds such as "verkoopmanager" are split, so only their parts are listed. */
export const DUTCH: readonly TermRow[] = [
  {
    seniority: 'junior',
    effect: 'beginner',
    terms:
      'stagiair, stagiaire, afstudeerder, afstudeerstagiair, leerling, werkstudent, student, promovendus, vakantiekracht, bijbaan',
  },
  {
    seniority: 'junior',
    effect: 'assistant',
    terms: 'assistent, assistente, secretaris, secretaresse, secretariaat',
  },
  { seniority: 'junior', terms: 'hulp' },
  {
    seniority: 'mid',
    terms:
      'medewerker, medewerkster, adviseur, adviseuse, adviseurs, specialist, coördinator, beheerder, consulent, consulente, deskundige, planner, analist, technicus, functionaris, vertegenwoordiger, begeleider, monteur, zzp, zzper, trainer, regisseur, behandelaar, operator, administrateur, expert, kracht, bediende, voorlichter, onderzoeksmedewerker',
  },
  { seniority: 'senior', terms: 'ervaren' },
  {
    seniority: 'manager',
    terms:
      'teamleider, teamleidster, teammanager, teamlead, leidinggevende, verantwoordelijke, chef, leider, groepsleider, ploegleider, afdelingsmanager, teamcoach, teamcoördinator, teamverantwoordelijke, voorman, bedrijfsverantwoordelijke, productieleider',
  },
  {
    seniority: 'director',
    terms:
      'hoofd, afdelingshoofd, directeur, directrice, sectorhoofd, adjunct directeur, plaatsvervangend directeur, diensthoofd, afdelingsdirecteur, onderdirecteur',
  },
  { seniority: 'executive', terms: 'vice president, vicepresident' },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'company',
    terms:
      'oprichter, oprichtster, mede oprichter, medeoprichter, mede oprichtster, medeoprichtster, eigenaar, eigenares, mede eigenaar, medeeigenaar, mede eigenares, ondernemer, onderneemster, zaakvoerder, zaakvoerster, bedrijfseigenaar, grondlegger, mede zaakvoerder, zelfstandige, zelfstandig ondernemer, bedrijfsleider eigenaar, initiatiefnemer',
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    terms:
      'algemeen directeur, algemene directeur, adjunct algemeen directeur, directeur eigenaar, directeur grootaandeelhouder, dga, statutair directeur, bestuurder, bestuursvoorzitter, bestuurslid, raad van bestuur, rvb, raad van commissarissen, rvc, commissaris, voorzitter, vennoot, gedelegeerd bestuurder, afgevaardigd bestuurder, directievoorzitter, directielid, lid van de directie, hoofddirectie, directeur bestuurder, bedrijfsdirecteur, voorzitter raad van bestuur, algemene directie, raad van advies, lid raad van bestuur, lid van het bestuur, managing vennoot, medevennoot, gedelegeerd commissaris, bestuur, directie',
  },
  // Management.
  {
    departments: ['management'],
    seniority: 'director',
    terms:
      'landendirecteur, landenmanager, vestigingsdirecteur, regiodirecteur, divisiedirecteur, unitdirecteur, vestigingsmanager, vestigingsleider, bedrijfsleider, rayonmanager, regiomanager, kabinetschef, bedrijfsunit manager, unitmanager',
  },
  {
    departments: ['management'],
    seniority: 'manager',
    terms: 'projectleider, projectleidster, filiaalmanager, winkelmanager, programmamanager, filiaalleider',
  },
  {
    departments: ['management'],
    seniority: 'mid',
    terms: 'projectmedewerker, projectcoördinator, bedrijfsadviseur, organisatieadviseur',
  },
  {
    departments: ['management'],
    strength: 'medium',
    terms: 'product, producten, productmanagement, strategie, productontwikkeling, bedrijfsstrategie',
  },
  {
    departments: ['management'],
    strength: 'weak',
    terms:
      'project, projecten, programma, programmas, projectmanagement, innovatie, transformatie, projectleiding, bedrijfs',
  },
  // Engineering and IT.
  {
    departments: ['it'],
    seniority: 'mid',
    strength: 'medium',
    terms:
      'ontwikkelaar, ontwikkelaarster, ingenieur, programmeur, onderzoeker, onderzoekster, wetenschapper, informaticus, tester, bioloog, chemicus, natuurkundige, wiskundige, constructeur, softwareontwikkelaar, webontwikkelaar, laborant, werktuigbouwkundige, engineer',
  },
  {
    departments: ['it'],
    seniority: 'mid',
    terms:
      'systeembeheerder, netwerkbeheerder, applicatiebeheerder, functioneel beheerder, technisch beheerder, data analist, data-analist, datawetenschapper, software ingenieur, informatieanalist, ict beheerder, ict medewerker, databasebeheerder, systeemontwerper, webmaster, informatiebeveiliger, informatiemanager',
  },
  { departments: ['it'], seniority: 'mid', strength: 'weak', terms: 'architect' },
  {
    departments: ['it'],
    terms:
      'ict, automatisering, informatica, softwareontwikkeling, informatiebeveiliging, cyberbeveiliging, kunstmatige intelligentie, onderzoek en ontwikkeling, onderzoek & ontwikkeling, informatievoorziening, digitalisering, systeembeheer, applicatiebeheer, netwerkbeheer, elektronica, informatiemanagement, digitale transformatie, elektrotechniek, werktuigbouwkunde, informatietechnologie, computerwetenschappen, webontwikkeling',
  },
  {
    departments: ['it'],
    strength: 'medium',
    terms:
      'technologie, techniek, ontwikkeling, onderzoek, systemen, beveiliging, infrastructuur, engineering, gegevens, wetenschap, software, netwerken, informatie, laboratorium',
  },
  { departments: ['it'], strength: 'weak', terms: 'technisch, digitaal, digitale' },
  // Sales.
  {
    departments: ['sales'],
    seniority: 'mid',
    terms:
      'verkoper, verkoopster, accountbeheerder, verkoopmedewerker, buitendienstmedewerker, commercieel medewerker, commercieel medewerkster, commercieel adviseur, relatiebeheerder, binnendienstmedewerker, verkoopadviseur, technisch commercieel adviseur, commercieel technisch medewerker, verkoopvertegenwoordiger',
  },
  { departments: ['sales'], seniority: 'manager', terms: 'accountmanager, relatiemanager' },
  {
    departments: ['sales'],
    terms:
      'verkoop, commercieel, commerciële, commercie, bedrijfsontwikkeling, partnerschappen, samenwerkingen, acquisitie, omzet, grootzakelijk, zakelijke markt, grote klanten, buitendienst, binnendienst, export, verkoopbinnendienst, groothandel, key accounts, nieuwe business, tenders, aanbestedingen',
  },
  {
    departments: ['sales'],
    strength: 'medium',
    terms: 'relaties, detailhandel, winkels, zakelijk, verhuur, partners',
  },
  // Marketing.
  {
    departments: ['marketing'],
    seniority: 'mid',
    terms:
      'tekstschrijver, marketeer, marketingmedewerker, contentmaker, reclamemaker, webredacteur, contentspecialist, marktonderzoeker',
  },
  {
    departments: ['marketing'],
    terms:
      'reclame, marktonderzoek, online marketing, sociale media, campagnes, evenementen, merkbeleid, webshop, e commerce, klantacquisitie, zoekmachinemarketing, content marketing, merkstrategie',
  },
  {
    departments: ['marketing'],
    strength: 'medium',
    terms: 'merk, merken, groei, evenement, gemeenschap, markt, beurzen, inhoud',
  },
  // Design.
  {
    departments: ['design'],
    seniority: 'mid',
    terms:
      'ontwerper, ontwerpster, vormgever, vormgeefster, grafisch vormgever, grafisch ontwerper, fotograaf, illustrator, dtp er, dtper, tekenaar, productontwerper, animator, industrieel ontwerper, webdesigner',
  },
  { departments: ['design'], seniority: 'director', terms: 'creatief directeur, artdirector' },
  {
    departments: ['design'],
    terms:
      'vormgeving, ontwerp, grafisch, gebruikerservaring, creatief, creatieve, productontwerp, gebruikersonderzoek',
  },
  // Finance.
  {
    departments: ['finance'],
    seniority: 'mid',
    terms:
      'boekhouder, boekhoudster, belastingadviseur, registeraccountant, accountant, financieel medewerker, fiscalist, kredietbeheerder, financieel administratief medewerker, financieel analist, financieel adviseur, financieel specialist, treasurer, assistent controller, investeerder, belegger, penningmeester, bedrijfseconoom, bedrijfsrevisor, boekhoudkundig bediende',
  },
  {
    departments: ['finance'],
    terms:
      'financiën, financieel, financiële, boekhouding, financiële administratie, belastingen, belasting, fiscaal, fiscale, investeringen, beleggingen, facturatie, debiteuren, crediteuren, debiteurenbeheer, crediteurenadministratie, bedrijfseconomie, control, treasury, accountancy, boekhoudkundig, fusies en overnames, investeerdersrelaties, kredietbeheer, jaarrekening, subsidies, planning en control, planning & control',
  },
  {
    departments: ['finance'],
    strength: 'medium',
    terms: 'risico, verzekeringen, krediet, bank, risicobeheer',
  },
  // Human resources.
  {
    departments: ['hr'],
    seniority: 'mid',
    terms:
      'personeelsadviseur, personeelsfunctionaris, salarisadministrateur, p&o adviseur, hr adviseur, wervingsspecialist, personeelsconsulent, hr medewerker, loopbaanbegeleider',
  },
  {
    departments: ['hr'],
    terms:
      'personeel, personeelszaken, personeelsbeheer, p&o, werving, werving en selectie, werving & selectie, opleidingen, salarisadministratie, loonadministratie, arbeidsvoorwaarden, mensen, hrm, personeel en organisatie, personeel & organisatie, talentontwikkeling, mens en cultuur, mens & cultuur, organisatieontwikkeling, salaris, lonen',
  },
  {
    departments: ['hr'],
    strength: 'medium',
    terms: 'opleiding, selectie, cultuur, mens, werkgeluk, vitaliteit',
  },
  // Operations.
  {
    departments: ['operations'],
    seniority: 'mid',
    terms:
      'inkoper, inkoopster, logistiek medewerker, magazijnmedewerker, administratief medewerker, administratief medewerkster, receptionist, receptioniste, chauffeur, orderpicker, kwaliteitsmedewerker, kwaliteitscontroleur, administratief bediende, aankoper, werkvoorbereider, onderhoudsmonteur, heftruckchauffeur, magazijnier, inkoopmedewerker',
  },
  {
    departments: ['operations'],
    seniority: 'junior',
    effect: 'assistant',
    terms:
      'directieassistent, directieassistente, directiesecretaresse, directiesecretaris, management assistent, managementassistent, managementassistente, management assistente, assistent van, assistente van, officeassistent, assistent van de, assistente van de, assistent van het',
  },
  {
    departments: ['operations'],
    seniority: 'manager',
    terms:
      'kantoormanager, magazijnchef, operationeel manager, fabrieksmanager, productiechef, vlootmanager, magazijnmanager, bedrijfsbureau manager',
  },
  {
    departments: ['operations'],
    terms:
      'inkoop, logistiek, logistieke, productie, operationeel, operationele, magazijn, voorraad, transport, toeleveringsketen, facilitair, facilitaire, facilitaire zaken, kwaliteitszorg, kwaliteitsmanagement, bedrijfsvoering, onderhoud, fabriek, bedrijfsbureau, expeditie, aankoop, aankopen, kam coördinator, arbo, verzending, distributie, keten, voorraadbeheer, technische dienst, werkplaats, uitvoering, operaties, veiligheid en milieu',
  },
  {
    departments: ['operations'],
    strength: 'medium',
    terms:
      'kwaliteit, administratie, duurzaamheid, kantoor, processen, receptie, vastgoed, bouw, milieu, veiligheid, procesmanagement, administratief, administratieve',
  },
  { departments: ['operations'], strength: 'weak', terms: 'proces, planning' },
  // Support.
  {
    departments: ['support'],
    seniority: 'mid',
    terms:
      'helpdeskmedewerker, klantadviseur, servicemonteur, servicemedewerker, medewerker klantenservice, medewerkster klantenservice, klantbegeleider, consulent klantenservice, servicedeskmedewerker, implementatieconsultant, implementatieadviseur',
  },
  {
    departments: ['support'],
    terms:
      'klantenservice, klantenservice en support, klantcontact, klantbeleving, klantsucces, klantrelaties, klantenrelaties, klantondersteuning, servicedesk, ondersteuning, technische ondersteuning, klantervaring, implementatie, klantenondersteuning, klantsupport, klantenbinding, nazorg, klanttevredenheid, klantendienst, dienst na verkoop',
  },
  {
    departments: ['support'],
    strength: 'medium',
    terms: 'klant, klanten, dienstverlening, diensten, gebruikers',
  },
  // Communication.
  {
    departments: ['communication'],
    seniority: 'mid',
    terms:
      'redacteur, journalist, woordvoerder, woordvoerster, voorlichter, persvoorlichter, communicatieadviseur, communicatiemedewerker, vertaler, eindredacteur, perswoordvoerder',
  },
  { departments: ['communication'], seniority: 'manager', terms: 'hoofdredacteur' },
  {
    departments: ['communication'],
    terms:
      'communicatie, voorlichting, pers, publieke zaken, bedrijfscommunicatie, interne communicatie, externe communicatie, redactie, corporate communicatie, persrelaties, externe betrekkingen, publiciteit, woordvoering',
  },
  // Legal.
  {
    departments: ['legal'],
    seniority: 'mid',
    terms:
      'jurist, juriste, bedrijfsjurist, bedrijfsjuriste, advocaat, advocate, juridisch medewerker, juridisch adviseur, notaris, functionaris gegevensbescherming, functionaris voor gegevensbescherming, contractbeheerder, privacyjurist, octrooigemachtigde',
  },
  {
    departments: ['legal'],
    terms:
      'juridisch, juridische, juridische zaken, gegevensbescherming, naleving, wet en regelgeving, regelgeving, contractbeheer, octrooien, contracten, recht, intellectueel eigendom, bestuurszaken',
  },
  { effect: 'office', terms: 'bureau van de, kabinet van de, kantoor van de, bureau van' },
];
