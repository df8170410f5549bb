import type { TermRow } from '../term-row.ts';

/** Dutch terms. The app splits compounds such as "verkoopmanager", so this table lists only their parts. */
export const DUTCH: readonly TermRow[] = [
  // Terms that indicate only a seniority.
  { effect: 'office', terms: 'bureau van de, kabinet van de, kantoor van de, bureau van' },
  { seniority: 'junior', terms: 'hulp' },
  { seniority: 'junior', effect: 'assistant', terms: 'secretaris, secretaresse, secretariaat' },
  {
    seniority: 'junior',
    effect: 'beginner',
    terms: 'stagiair, afstudeerder, afstudeerstagiair, leerling, promovendus, vakantiekracht, bijbaan',
  },
  {
    seniority: 'mid',
    terms: `medewerker, medewerkster, adviseur, adviseuse, adviseurs, beheerder, consulent, deskundige, analist,
      technicus, functionaris, begeleider, zzp, zzper, regisseur, behandelaar, administrateur, kracht,
      bediende, onderzoeksmedewerker, kundige`,
  },
  { seniority: 'senior', terms: 'ervaren' },
  {
    seniority: 'manager',
    terms: `teamleider, teamleidster, teammanager, leidinggevende, verantwoordelijke, leider, groepsleider,
      ploegleider, afdelingsmanager, teamcoach, teamcoördinator, teamverantwoordelijke, voorman,
      bedrijfsverantwoordelijke`,
  },
  {
    seniority: 'director',
    terms: `hoofd, afdelingshoofd, sectorhoofd, adjunct directeur, plaatsvervangend directeur, diensthoofd,
      afdelingsdirecteur, onderdirecteur`,
  },
  // The head of the company.
  {
    departments: ['executive'],
    seniority: 'executive',
    terms: `algemeen directeur, algemene directeur, adjunct algemeen directeur, directeur eigenaar,
      directeur grootaandeelhouder, statutair directeur, bestuurder, bestuursvoorzitter, bestuurslid,
      raad van bestuur, rvb, raad van commissarissen, rvc, commissaris, voorzitter, vennoot,
      gedelegeerd bestuurder, afgevaardigd bestuurder, directievoorzitter, directielid, lid van de directie,
      hoofddirectie, directeur bestuurder, bedrijfsdirecteur, voorzitter raad van bestuur, algemene directie,
      raad van advies, lid raad van bestuur, lid van het bestuur, managing vennoot, medevennoot,
      gedelegeerd commissaris, bestuur, directie`,
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'company',
    terms: `oprichter, oprichtster, mede oprichter, medeoprichter, mede oprichtster, medeoprichtster, eigenaar,
      eigenares, mede eigenaar, medeeigenaar, mede eigenares, ondernemer, onderneemster, zaakvoerder,
      zaakvoerster, bedrijfseigenaar, grondlegger, mede zaakvoerder, zelfstandige, zelfstandig ondernemer,
      bedrijfsleider eigenaar, initiatiefnemer`,
  },
  // Management: general, product, project and strategy.
  {
    departments: ['management'],
    strength: 'medium',
    terms: 'producten, productmanagement, productontwikkeling, bedrijfsstrategie',
  },
  {
    departments: ['management'],
    strength: 'weak',
    terms: 'projecten, programmas, projectmanagement, innovatie, transformatie, projectleiding, bedrijfs',
  },
  {
    departments: ['management'],
    seniority: 'mid',
    terms: 'projectmedewerker, projectcoördinator, bedrijfsadviseur, organisatieadviseur',
  },
  { departments: ['management'], seniority: 'manager', strength: 'decisive', terms: 'productmanager' },
  {
    departments: ['management'],
    seniority: 'manager',
    terms: `filiaalmanager, winkelmanager, filiaalleider, regiomanager, vestigingsmanager, rayonmanager,
      unitmanager, bedrijfsleider, vestigingsleider`,
  },
  {
    departments: ['management'],
    seniority: 'manager',
    strength: 'weak',
    terms: 'projectleider, projectleidster, programmamanager',
  },
  {
    departments: ['management'],
    seniority: 'director',
    terms: `landendirecteur, landenmanager, vestigingsdirecteur, regiodirecteur, divisiedirecteur, unitdirecteur,
      kabinetschef, algemeen manager`,
  },
  // Engineering, IT and research.
  {
    departments: ['it'],
    strength: 'medium',
    terms: `automatisering, softwareontwikkeling, informatiebeveiliging, cyberbeveiliging,
      kunstmatige intelligentie, onderzoek en ontwikkeling, informatievoorziening, digitalisering,
      systeembeheer, applicatiebeheer, netwerkbeheer, elektronica, informatiemanagement,
      digitale transformatie, elektrotechniek, werktuigbouwkunde, informatietechnologie,
      computerwetenschappen, webontwikkeling, techniek, ontwikkeling, onderzoek, systemen, beveiliging,
      infrastructuur, gegevens, wetenschap, netwerken, informatie, laboratorium`,
  },
  { departments: ['it'], strength: 'faint', terms: 'digitaal' },
  {
    departments: ['it'],
    seniority: 'mid',
    terms: `systeembeheerder, netwerkbeheerder, applicatiebeheerder, functioneel beheerder, technisch beheerder,
      data analist, datawetenschapper, software ingenieur, informatieanalist, ict beheerder, ict medewerker,
      databasebeheerder, systeemontwerper, informatiebeveiliger, informatiemanager, business analist,
      business analiste`,
  },
  {
    departments: ['it'],
    seniority: 'mid',
    strength: 'medium',
    terms: `ontwikkelaar, ontwikkelaarster, onderzoeker, onderzoekster, wetenschapper, informaticus, bioloog,
      chemicus, natuurkundige, wiskundige, constructeur, softwareontwikkelaar, webontwikkelaar,
      werktuigbouwkundige, technoloog`,
  },
  // Sales.
  {
    departments: ['sales'],
    terms: `verkoop, commercieel, commerciële, commercie, bedrijfsontwikkeling, partnerschappen, samenwerkingen,
      acquisitie, omzet, grootzakelijk, zakelijke markt, grote klanten, buitendienst, binnendienst,
      verkoopbinnendienst, groothandel, nieuwe business, aanbestedingen`,
  },
  {
    departments: ['sales'],
    strength: 'medium',
    terms: 'relaties, detailhandel, winkels, zakelijk, verhuur',
  },
  {
    departments: ['sales'],
    seniority: 'mid',
    terms: `verkoper, verkoopster, accountbeheerder, verkoopmedewerker, buitendienstmedewerker,
      commercieel medewerker, commercieel medewerkster, commercieel adviseur, relatiebeheerder,
      binnendienstmedewerker, verkoopadviseur, technisch commercieel adviseur,
      commercieel technisch medewerker, verkoopvertegenwoordiger, vertegenwoordiger`,
  },
  { departments: ['sales'], seniority: 'manager', terms: 'accountmanager, relatiemanager' },
  // Marketing.
  {
    departments: ['marketing'],
    terms: `reclame, marktonderzoek, sociale media, campagnes, evenementen, merkbeleid, webshop, klantacquisitie,
      zoekmachinemarketing, merkstrategie`,
  },
  {
    departments: ['marketing'],
    strength: 'medium',
    terms: 'merk, merken, groei, gemeenschap, markt, beurzen, inhoud',
  },
  {
    departments: ['marketing'],
    seniority: 'mid',
    terms: `tekstschrijver, marketingmedewerker, contentmaker, reclamemaker, webredacteur, contentspecialist,
      marktonderzoeker`,
  },
  // Design.
  {
    departments: ['design'],
    terms: `vormgeving, ontwerp, grafisch, gebruikerservaring, creatief, creatieve, productontwerp,
      gebruikersonderzoek`,
  },
  {
    departments: ['design'],
    seniority: 'mid',
    strength: 'decisive',
    terms: 'ontwerper, ontwerpster, vormgever',
  },
  {
    departments: ['design'],
    seniority: 'mid',
    terms: `vormgeefster, grafisch vormgever, grafisch ontwerper, fotograaf, dtp er, dtper, tekenaar,
      productontwerper, industrieel ontwerper`,
  },
  { departments: ['design'], seniority: 'director', terms: 'creatief directeur, artdirector' },
  // Finance.
  {
    departments: ['finance'],
    terms: `financiën, financieel, financiële, boekhouding, financiële administratie, belastingen, belasting,
      fiscaal, investeringen, beleggingen, facturatie, debiteuren, crediteuren, debiteurenbeheer,
      crediteurenadministratie, bedrijfseconomie, control, accountancy, boekhoudkundig, fusies en overnames,
      investeerdersrelaties, kredietbeheer, jaarrekening, subsidies, planning en control`,
  },
  { departments: ['finance'], strength: 'medium', terms: 'risico, verzekeringen, krediet, risicobeheer' },
  { departments: ['finance'], seniority: 'mid', strength: 'decisive', terms: 'boekhouder, boekhoudster' },
  {
    departments: ['finance'],
    seniority: 'mid',
    terms: `belastingadviseur, registeraccountant, financieel medewerker, fiscalist, kredietbeheerder,
      financieel administratief medewerker, financieel analist, financieel adviseur, financieel specialist,
      investeerder, belegger, penningmeester, bedrijfseconoom, bedrijfsrevisor, boekhoudkundig bediende`,
  },
  // Human resources.
  {
    departments: ['hr'],
    terms: `personeel, personeelszaken, personeelsbeheer, p&o, werving, werving en selectie, opleidingen,
      salarisadministratie, loonadministratie, arbeidsvoorwaarden, mensen, hrm, personeel en organisatie,
      talentontwikkeling, mens en cultuur, organisatieontwikkeling, salaris, lonen`,
  },
  {
    departments: ['hr'],
    strength: 'medium',
    terms: 'opleiding, selectie, cultuur, mens, werkgeluk, vitaliteit',
  },
  {
    departments: ['hr'],
    seniority: 'mid',
    terms: `personeelsadviseur, personeelsfunctionaris, salarisadministrateur, p&o adviseur, hr adviseur,
      wervingsspecialist, personeelsconsulent, hr medewerker, loopbaanbegeleider`,
  },
  // Operations.
  {
    departments: ['operations'],
    terms: `inkoop, logistiek, logistieke, productie, operationeel, operationele, magazijn, voorraad,
      toeleveringsketen, facilitair, facilitaire, facilitaire zaken, kwaliteitszorg, kwaliteitsmanagement,
      bedrijfsvoering, onderhoud, fabriek, bedrijfsbureau, expeditie, aankoop, aankopen, kam coördinator,
      arbo, verzending, distributie, keten, voorraadbeheer, technische dienst, werkplaats, uitvoering,
      operaties, veiligheid en milieu`,
  },
  {
    departments: ['operations'],
    strength: 'medium',
    terms: `administratie, duurzaamheid, kantoor, receptie, vastgoed, bouw, milieu, veiligheid, procesmanagement,
      administratief, administratieve`,
  },
  { departments: ['operations'], strength: 'weak', terms: 'proces, kwaliteit, processen' },
  {
    departments: ['operations'],
    seniority: 'junior',
    effect: 'assistant',
    terms: `directieassistent, directieassistente, directiesecretaresse, directiesecretaris, management assistent,
      managementassistent, managementassistente, management assistente, assistent van, assistente van,
      officeassistent, assistent van de, assistente van de, assistent van het`,
  },
  { departments: ['operations'], seniority: 'mid', strength: 'decisive', terms: 'inkoper, inkoopster' },
  {
    departments: ['operations'],
    seniority: 'mid',
    terms: `logistiek medewerker, magazijnmedewerker, administratief medewerker, administratief medewerkster,
      receptioniste, orderpicker, kwaliteitsmedewerker, kwaliteitscontroleur, administratief bediende,
      aankoper, werkvoorbereider, onderhoudsmonteur, heftruckchauffeur, magazijnier, inkoopmedewerker`,
  },
  {
    departments: ['operations'],
    seniority: 'manager',
    terms: `kantoormanager, magazijnchef, operationeel manager, fabrieksmanager, productiechef, vlootmanager,
      magazijnmanager, bedrijfsbureau manager`,
  },
  // Support.
  {
    departments: ['support'],
    terms: `klantenservice, klantenservice en support, klantcontact, klantbeleving, klantsucces, klantrelaties,
      klantenrelaties, klantondersteuning, servicedesk, ondersteuning, technische ondersteuning,
      klantervaring, implementatie, klantenondersteuning, klantsupport, klantenbinding, nazorg,
      klanttevredenheid, klantendienst, dienst na verkoop`,
  },
  { departments: ['support'], strength: 'medium', terms: 'gebruikers' },
  { departments: ['support'], strength: 'weak', terms: 'klant, klanten, dienstverlening, diensten' },
  {
    departments: ['support'],
    seniority: 'mid',
    terms: `helpdeskmedewerker, klantadviseur, servicemonteur, servicemedewerker, medewerker klantenservice,
      medewerkster klantenservice, klantbegeleider, consulent klantenservice, servicedeskmedewerker,
      implementatieconsultant, implementatieadviseur`,
  },
  // Communication.
  {
    departments: ['communication'],
    terms: `communicatie, voorlichting, pers, publieke zaken, bedrijfscommunicatie, interne communicatie,
      externe communicatie, redactie, corporate communicatie, persrelaties, externe betrekkingen, publiciteit,
      woordvoering`,
  },
  {
    departments: ['communication'],
    seniority: 'mid',
    terms: `woordvoerder, woordvoerster, persvoorlichter, communicatieadviseur, communicatiemedewerker, vertaler,
      eindredacteur, perswoordvoerder`,
  },
  { departments: ['communication'], seniority: 'manager', terms: 'hoofdredacteur' },
  // Legal.
  {
    departments: ['legal'],
    terms: `juridisch, juridische, juridische zaken, gegevensbescherming, naleving, wet en regelgeving, regelgeving,
      contractbeheer, octrooien, contracten, intellectueel eigendom, bestuurszaken`,
  },
  { departments: ['legal'], seniority: 'mid', strength: 'decisive', terms: 'advocaat, bedrijfsjurist' },
  {
    departments: ['legal'],
    seniority: 'mid',
    terms: `bedrijfsjuriste, advocate, juridisch medewerker, juridisch adviseur, notaris,
      functionaris gegevensbescherming, functionaris voor gegevensbescherming, contractbeheerder,
      privacyjurist, octrooigemachtigde`,
  },
];
