import type { TermRow } from '../term-row.ts';

/** German terms. Compounds such as "Vertriebsleiter" are split, so only their parts are listed. */
export const GERMAN: readonly TermRow[] = [
  // Terms that indicate only a seniority.
  { effect: 'office', terms: 'büro des, büro der, stab des, stabsstelle' },
  { seniority: 'junior', terms: 'aushilfe, hilfskraft, helfer' },
  {
    seniority: 'junior',
    effect: 'assistant',
    terms: 'assistent, assistenz, sekretär, sekretariat, vorzimmer',
  },
  {
    seniority: 'junior',
    effect: 'beginner',
    terms: `praktikant, praktikum, pflichtpraktikant, werkstudent, werksstudent, werkstudententätigkeit,
      auszubildender, auszubildende, azubi, volontär, dualer student, duale studentin, berufseinsteiger,
      berufseinsteigerin, absolvent, lehrling, studentische hilfskraft, hospitant, doktorand, diplomand,
      masterand, referendar, ausbildung`,
  },
  {
    seniority: 'mid',
    terms: `mitarbeiter, sachbearbeiter, referent, spezialist, berater, beratung, koordinator, fachkraft, experte,
      expertin, fachexperte, beauftragter, beauftragte, beauftragten, kaufmann, kauffrau, kaufleute,
      fachangestellter, fachangestellte, angestellter, angestellte, techniker, planer, kraft, fachmann,
      fachfrau, fachberater, wirt, fachwirt, betreuer, betreuung, ökonom, meister, stratege, strategin,
      mechaniker, vertreter, freiberufler, freiberuflich`,
  },
  { seniority: 'senior', terms: 'erfahrener, erfahrene, leitender, leitende' },
  {
    seniority: 'manager',
    terms: `teamleiter, teamleitung, teamchef, gruppenleiter, gruppenleitung, schichtleiter,
      projektverantwortlicher, verantwortlicher, verantwortliche, verantwortung, chef,
      fachbereichsverantwortlicher, fachleiter, verantwortlich`,
  },
  {
    seniority: 'director',
    terms: `leiter, leitung, leit, direktor, abteilungsleiter, abteilungsleitung, bereichsleiter, bereichsleitung,
      ressortleiter, ressortleitung, hauptabteilungsleiter, fachbereichsleiter, fachbereichsleitung,
      referatsleiter, stellvertretender leiter, dezernent, obmann`,
  },
  { seniority: 'executive', terms: 'vizepräsident' },
  // The head of the company.
  {
    departments: ['executive'],
    seniority: 'executive',
    terms: `geschäftsführer, geschäftsführung, geschäftsf, gf, ggf, mitglied der geschäftsführung,
      geschäftsführender gesellschafter, geschäftsführende gesellschafterin, gesellschafter, geschäftsleitung,
      geschäftsleiter, mitglied der geschäftsleitung, vorstand, vorständin, vorstandsvorsitzender,
      vorstandsvorsitzende, vorstandsmitglied, vorstandssprecher, mitglied des vorstands, aufsichtsrat,
      aufsichtsrätin, aufsichtsratsvorsitzender, aufsichtsratsmitglied, beirat, beirätin, vorsitzender,
      vorsitzende, geschäftsführender direktor, geschäftsführende direktorin, generaldirektor, präsident,
      alleingeschäftsführer, co geschäftsführer, verwaltungsrat, verwaltungsrätin, verwaltungsratspräsident,
      delegierter des verwaltungsrats, unternehmensleitung, unternehmensleiter, hauptgeschäftsführer,
      alleinvorstand, geschäftsführend, komplementär, delegierte des verwaltungsrates,
      sprecher der geschäftsführung, sprecherin der geschäftsführung, sprecher des vorstands`,
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'company',
    terms: `gründer, mitgründer, co gründer, firmengründer, unternehmensgründer, inhaber, mitinhaber, eigentümer,
      miteigentümer, unternehmer, mitbegründer, gründungsmitglied, gründerin, existenzgründer, selbständig,
      selbstständig, selbstständiger, selbständiger, gründungspartner, gründungsgesellschafter`,
  },
  // Management: general, product, project and strategy.
  {
    departments: ['management'],
    strength: 'medium',
    terms: `produkt, produkte, produktmanagement, produktstrategie, strategie, unternehmensentwicklung,
      unternehmensstrategie, geschäftsfeld, geschäftsbereich, geschäftsfeldentwicklung, produktentwicklung,
      strategische projekte, organisationsentwicklung und strategie`,
  },
  {
    departments: ['management'],
    strength: 'weak',
    terms: `projekt, projekte, programm, projektmanagement, innovationen, innovationsmanagement, unternehmens,
      geschäfts`,
  },
  {
    departments: ['management'],
    seniority: 'mid',
    terms: `referent der geschäftsführung, referentin der geschäftsführung, vorstandsreferent,
      referent des vorstands, referentin des vorstands, referent der geschäftsleitung`,
  },
  { departments: ['management'], seniority: 'manager', strength: 'decisive', terms: 'produktmanager' },
  { departments: ['management'], seniority: 'manager', terms: 'marktleiter' },
  {
    departments: ['management'],
    seniority: 'manager',
    strength: 'weak',
    terms:
      'projektleiter, projektleitung, teilprojektleiter, gesamtprojektleiter, programmleiter, programmleitung',
  },
  {
    departments: ['management'],
    seniority: 'director',
    terms: `prokurist, prokura, landesgeschäftsführer, niederlassungsleiter, niederlassungsleitung,
      geschäftsstellenleiter, standortleiter, standortleitung, geschäftsbereichsleiter, regionalleiter,
      gebietsleiter, ländermanager, geschäftsfeldleiter, länderverantwortlicher, filialleiter, filialleitung`,
  },
  // Engineering, IT and research.
  {
    departments: ['it'],
    strength: 'medium',
    terms: `informatik, softwareentwicklung, edv, informationstechnik, informationstechnologie, it sicherheit,
      informationssicherheit, künstliche intelligenz, ki, forschung und entwicklung, f&e,
      anwendungsentwicklung, technische entwicklung, elektrotechnik, maschinenbau, digitalisierung, datenbank,
      datenbanken, rechenzentrum, webentwicklung, entwicklung, technik, technologie, technologien, daten,
      forschung, sicherheit, systeme, infrastruktur, konstruktion, netzwerk, netzwerke, wissenschaft,
      technologie und innovation, technik und entwicklung, labor`,
  },
  {
    departments: ['it'],
    strength: 'faint',
    terms: 'technisch, digitale, digitaler, digitales, automatisierung, wissenschaftlich',
  },
  {
    departments: ['it'],
    seniority: 'mid',
    terms: `fachinformatiker, systemadministrator, it systemkaufmann, datenanalyst, datenwissenschaftler,
      anwendungsentwickler, informationssicherheitsbeauftragter, informationssicherheitsbeauftragte,
      systembetreuer`,
  },
  {
    departments: ['it'],
    seniority: 'mid',
    strength: 'medium',
    terms: `entwickler, ingenieur, programmierer, informatiker, wirtschaftsinformatiker, naturwissenschaftler,
      wissenschaftler, softwareentwickler, mathematiker, physiker, chemiker, biologe, biologin,
      wirtschaftsingenieur, elektroniker, konstrukteur, forscher, mechatroniker, webentwickler, laborant,
      statistiker, architekt`,
  },
  // Sales.
  {
    departments: ['sales'],
    terms: `vertrieb, verkauf, außendienst, innendienst, vertriebsinnendienst, vertriebsaußendienst,
      geschäftsentwicklung, absatz, neukundengewinnung, neukundenakquise, akquise, akquisition, großkunden,
      schlüsselkunden, geschäftskunden, partnerschaften, kooperationen, vertriebssteuerung, export,
      exportabteilung, handel, ausschreibungen, partnermanagement, partnervertrieb, firmenkunden, neugeschäft,
      angebotsmanagement, neukunden`,
  },
  {
    departments: ['sales'],
    strength: 'medium',
    terms: 'einzelhandel, kooperation, umsatz, vermietung, immobilienverkauf',
  },
  {
    departments: ['sales'],
    seniority: 'mid',
    terms: `verkäufer, vertriebler, vertriebsmitarbeiter, außendienstmitarbeiter, innendienstmitarbeiter,
      handelsvertreter, kundenberater, vertriebsingenieur, einzelhandelskaufmann, einzelhandelskauffrau,
      vertriebsbeauftragter, außendienstler, automobilkaufmann, verkaufsberater`,
  },
  {
    departments: ['sales'],
    seniority: 'manager',
    terms: 'großkundenbetreuer, großkundenmanager, key accounter',
  },
  // Marketing.
  {
    departments: ['marketing'],
    terms: `vermarktung, werbung, marktforschung, produktmarketing, onlinemarketing, marketingkommunikation,
      onlinehandel, veranstaltungsmanagement, markenführung, markenmanagement, werbe, suchmaschinenmarketing,
      suchmaschinenoptimierung, inhalte, kampagnen, kundengewinnung, markenkommunikation, kundenbindung`,
  },
  {
    departments: ['marketing'],
    strength: 'medium',
    terms: 'marke, marken, wachstum, veranstaltungen, veranstaltung, messen, sortiment, messe',
  },
  {
    departments: ['marketing'],
    seniority: 'mid',
    terms: 'werbetexter, texter, marketingkaufmann, marketingkauffrau, mediaplaner',
  },
  // Design.
  {
    departments: ['design'],
    terms:
      'gestaltung, grafik, mediengestaltung, produktdesign, kreation, kreativ, kreative, nutzererfahrung',
  },
  {
    departments: ['design'],
    seniority: 'mid',
    terms: `gestalter, grafiker, grafikdesigner, mediengestalter, produktdesigner, fotograf, kommunikationsdesigner,
      webdesigner`,
  },
  // Finance.
  {
    departments: ['finance'],
    terms: `finanzen, finanz, finanzwesen, finanzierung, buchhaltung, finanzbuchhaltung, rechnungswesen, steuern,
      steuer, revision, debitoren, kreditoren, debitorenbuchhaltung, kreditorenbuchhaltung, bilanzierung,
      rechnungslegung, beteiligungen, investitionen, beteiligungsmanagement, kaufmännisch, förderung,
      fördermittel, anlagen, wirtschaftsprüfung, kredit, konzernrechnungswesen, abrechnung,
      unternehmensfinanzierung, zahlungsverkehr, kfm, kaufm`,
  },
  { departments: ['finance'], strength: 'medium', terms: 'risiko, risikomanagement, versicherung, bank' },
  { departments: ['finance'], seniority: 'mid', strength: 'decisive', terms: 'buchhalter' },
  {
    departments: ['finance'],
    seniority: 'mid',
    terms: `finanzbuchhalter, lohnbuchhalter, bilanzbuchhalter, steuerberater, wirtschaftsprüfer,
      steuerfachangestellte, steuerfachangestellter, bankkaufmann, bankkauffrau, finanzberater, revisor,
      kämmerer`,
  },
  // Human resources.
  {
    departments: ['hr'],
    terms: `personal, personalwesen, personalabteilung, personalentwicklung, personalmanagement, personalgewinnung,
      personalmarketing, personalmarketing und recruiting, personalverwaltung, rekrutierung, weiterbildung,
      lohn, gehalt, lohn und gehalt, lohn und gehaltsabrechnung, entgeltabrechnung, lohnbuchhaltung,
      organisationsentwicklung, unternehmenskultur, personaldienstleistung, bewerbermanagement,
      gehaltsabrechnung, fachkräftegewinnung`,
  },
  {
    departments: ['hr'],
    strength: 'medium',
    terms: 'kultur, ausbildungsleitung, talente, schulung, schulungen',
  },
  {
    departments: ['hr'],
    seniority: 'mid',
    strength: 'decisive',
    terms: 'personalreferent, personaler, personalberater',
  },
  {
    departments: ['hr'],
    seniority: 'mid',
    terms: 'personalsachbearbeiter, personalvermittler, personalentwickler',
  },
  // Operations.
  {
    departments: ['operations'],
    terms: `einkauf, beschaffung, logistik, produktion, fertigung, lager, versand, lieferkette, qualitätssicherung,
      qualitätsmanagement, arbeitssicherheit, arbeitsschutz, instandhaltung, materialwirtschaft, disposition,
      büromanagement, betriebsorganisation, prozessmanagement, spedition, produktionsplanung,
      arbeitsvorbereitung, montage, fuhrpark, büroleitung, betriebstechnik, betriebsmittel, warenwirtschaft,
      gebäudemanagement, liegenschaften, wareneingang, nachhaltigkeitsmanagement, prozessoptimierung`,
  },
  {
    departments: ['operations'],
    strength: 'medium',
    terms: `verwaltung, nachhaltigkeit, büro, empfang, werk, bau, umwelt, zentrale dienste, umweltmanagement,
      sicherheitstechnik, industrie, immobilien`,
  },
  {
    departments: ['operations'],
    strength: 'weak',
    terms: 'betrieb, betriebs, planung, operativ, operatives geschäft, qualität, prozesse, prozess',
  },
  {
    departments: ['operations'],
    seniority: 'junior',
    effect: 'assistant',
    terms: `assistenz der, assistent der, assistentin der, assistenz des, teamassistenz, chefsekretärin,
      chefsekretär, rechte hand`,
  },
  { departments: ['operations'], seniority: 'mid', strength: 'decisive', terms: 'einkäufer' },
  {
    departments: ['operations'],
    seniority: 'mid',
    terms: `logistiker, lagerist, bürokaufmann, bürokauffrau, bürokraft, industriekaufmann, industriekauffrau,
      kaufmann für büromanagement, kauffrau für büromanagement, fahrer, monteur, industriemechaniker,
      speditionskaufmann, speditionskauffrau, empfangskraft, disponent`,
  },
  {
    departments: ['operations'],
    seniority: 'director',
    terms:
      'betriebsleiter, betriebsleitung, werksleiter, werkleiter, werksleitung, werkleitung, betriebsdirektor',
  },
  // Support.
  {
    departments: ['support'],
    terms: `kundenservice, kundendienst, kundenbetreuung, kundensupport, kundenerfolg, kundenerlebnis,
      kundenzufriedenheit, kundenbeziehungen, kundenmanagement, anwenderbetreuung, anwendersupport,
      reklamation, implementierung, kundenbeziehungsmanagement, technischer support, technischer kundendienst,
      einführung, kundenerfahrung`,
  },
  { departments: ['support'], strength: 'weak', terms: 'kunden, dienstleistung, dienstleistungen, kunde' },
  {
    departments: ['support'],
    seniority: 'mid',
    terms: 'kundenbetreuer, servicetechniker, servicemitarbeiter, kundendienstmitarbeiter',
  },
  // Communication.
  {
    departments: ['communication'],
    terms: `kommunikation, unternehmenskommunikation, öffentlichkeitsarbeit, presse, pressearbeit, redaktion,
      interne kommunikation, politik, externe kommunikation, konzernkommunikation, medien, pressestelle,
      politische kommunikation, außenbeziehungen`,
  },
  {
    departments: ['communication'],
    seniority: 'mid',
    terms:
      'redakteur, pressesprecher, übersetzer, sprecher, pressereferent, unternehmenssprecher, autor, lektor',
  },
  {
    departments: ['communication'],
    seniority: 'manager',
    terms: 'chefredakteur, chefredaktion, redaktionsleiter, redaktionsleitung',
  },
  // Legal.
  {
    departments: ['legal'],
    terms: `recht, rechtsabteilung, datenschutz, vertragsmanagement, regulierung, patente, regulatorik,
      gewerblicher rechtsschutz, zulassung, zulassungen, regulatorische angelegenheiten, vertragswesen,
      rechts, konformität, geldwäscheprävention`,
  },
  {
    departments: ['legal'],
    seniority: 'mid',
    strength: 'decisive',
    terms: 'jurist, anwalt, rechtsanwalt, anwältin, rechtsanwältin',
  },
  {
    departments: ['legal'],
    seniority: 'mid',
    terms: `wirtschaftsjurist, syndikus, syndikusrechtsanwalt, syndikusrechtsanwältin, notar, patentanwalt,
      patentanwältin, datenschutzbeauftragter, datenschutzbeauftragte, justiziar, justitiar,
      compliancebeauftragter, rechtsreferent, unternehmensjurist, geldwäschebeauftragter,
      geldwäschebeauftragte, volljurist`,
  },
];
