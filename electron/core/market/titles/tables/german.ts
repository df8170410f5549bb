import type { TermRow } from '../term-row.ts';

/** German terms. Compounds such as "Vertriebsleiter" are split, so only their parts are listed. */
export const GERMAN: readonly TermRow[] = [
  {
    seniority: 'junior',
    effect: 'beginner',
    terms: `praktikant, praktikum, pflichtpraktikant, werkstudent, werksstudent, werkstudententätigkeit, auszubildender, auszubildende, azubi, volontär, dualer student, duale studentin,
      student, berufseinsteiger, berufseinsteigerin, absolvent, lehrling, studentische hilfskraft, hospitant, doktorand, diplomand, masterand, referendar, ausbildung`,
  },
  {
    seniority: 'junior',
    effect: 'assistant',
    terms: 'assistent, assistenz, sekretär, sekretariat, vorzimmer',
  },
  { seniority: 'junior', terms: 'aushilfe, hilfskraft, helfer' },
  {
    seniority: 'mid',
    terms: `mitarbeiter, sachbearbeiter, referent, spezialist, berater, beratung, koordinator, fachkraft, experte, expertin, fachexperte, beauftragter, beauftragte, beauftragten,
      kaufmann, kauffrau, kaufleute, fachangestellter, fachangestellte, angestellter, angestellte, techniker, planer, disponent, consultant, generalist, kraft, fachmann, fachfrau, fachberater, wirt, fachwirt, betreuer, betreuung, ökonom, meister, operator, stratege, strategin, mechaniker, administrator, analyst, trainer, vertreter`,
  },
  { seniority: 'senior', terms: 'erfahrener, erfahrene, leitender, leitende' },
  {
    seniority: 'manager',
    terms: `teamleiter, teamleitung, teamlead, teamchef, gruppenleiter, gruppenleitung, schichtleiter, projektverantwortlicher, verantwortlicher, verantwortliche, verantwortung, chef, supervisor, fachbereichsverantwortlicher, fachleiter`,
  },
  {
    seniority: 'director',
    terms: `leiter, leitung, leit, direktor, abteilungsleiter, abteilungsleitung, bereichsleiter, bereichsleitung, ressortleiter, ressortleitung, hauptabteilungsleiter, fachbereichsleiter, fachbereichsleitung, referatsleiter,
      stellvertretender leiter, dezernent, obmann`,
  },
  { seniority: 'executive', terms: 'vizepräsident, chief' },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'company',
    terms: `gründer, mitgründer, co gründer, firmengründer, unternehmensgründer, inhaber, mitinhaber, eigentümer, miteigentümer, unternehmer, mitbegründer, gründungsmitglied, gründerin, existenzgründer, selbständig, selbstständig, selbstständiger, selbständiger, gründungspartner, gründungsgesellschafter`,
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    terms: `geschäftsführer, geschäftsführung, geschäftsf, gf, ggf, mitglied der geschäftsführung, geschäftsführender gesellschafter, geschäftsführende gesellschafterin, gesellschafter, geschäftsleitung, geschäftsleiter, mitglied der geschäftsleitung,
      vorstand, vorständin, vorstandsvorsitzender, vorstandsvorsitzende, vorstandsmitglied, vorstandssprecher, mitglied des vorstands, aufsichtsrat, aufsichtsrätin, aufsichtsratsvorsitzender, aufsichtsratsmitglied, beirat, beirätin, vorsitzender, vorsitzende, geschäftsführender direktor, geschäftsführende direktorin, generaldirektor, präsident, alleingeschäftsführer, co geschäftsführer, verwaltungsrat, verwaltungsrätin, verwaltungsratspräsident,
      delegierter des verwaltungsrats, unternehmensleitung, unternehmensleiter, hauptgeschäftsführer, alleinvorstand, geschäftsführend, komplementär, delegierte des verwaltungsrates`,
  },
  // Management.
  {
    departments: ['management'],
    seniority: 'director',
    terms:
      'prokurist, prokura, landesgeschäftsführer, niederlassungsleiter, niederlassungsleitung, geschäftsstellenleiter, standortleiter, standortleitung, geschäftsbereichsleiter, regionalleiter, gebietsleiter, ländermanager, geschäftsfeldleiter, länderverantwortlicher',
  },
  {
    departments: ['management'],
    seniority: 'manager',
    terms:
      'filialleiter, filialleitung, projektleiter, projektleitung, teilprojektleiter, gesamtprojektleiter, programmleiter, programmleitung, marktleiter',
  },
  {
    departments: ['management'],
    strength: 'medium',
    terms:
      'produkt, produkte, produktmanagement, produktstrategie, strategie, unternehmensentwicklung, unternehmensstrategie, geschäftsfeld, geschäftsbereich, geschäftsfeldentwicklung, produktentwicklung, strategische projekte, organisationsentwicklung und strategie',
  },
  {
    departments: ['management'],
    strength: 'weak',
    terms:
      'projekt, projekte, programm, projektmanagement, innovationen, innovationsmanagement, unternehmens, geschäfts',
  },
  // Engineering and IT.
  {
    departments: ['it'],
    seniority: 'mid',
    strength: 'medium',
    terms:
      'entwickler, ingenieur, programmierer, informatiker, wirtschaftsinformatiker, naturwissenschaftler, wissenschaftler, softwareentwickler, mathematiker, physiker, chemiker, biologe, biologin, wirtschaftsingenieur, elektroniker, konstrukteur, forscher, mechatroniker, webentwickler, laborant, statistiker',
  },
  {
    departments: ['it'],
    seniority: 'mid',
    terms:
      'fachinformatiker, systemadministrator, it systemkaufmann, datenanalyst, datenwissenschaftler, anwendungsentwickler, informationssicherheitsbeauftragter, informationssicherheitsbeauftragte, systembetreuer',
  },
  { departments: ['it'], seniority: 'mid', strength: 'weak', terms: 'architekt' },
  {
    departments: ['it'],
    terms: `informatik, softwareentwicklung, edv, informationstechnik, informationstechnologie, it sicherheit, informationssicherheit, künstliche intelligenz, ki, forschung und entwicklung, forschung & entwicklung, f&e, anwendungsentwicklung, technische entwicklung, elektrotechnik, maschinenbau, digitalisierung, datenbank, datenbanken, rechenzentrum, cloud, webentwicklung`,
  },
  {
    departments: ['it'],
    strength: 'medium',
    terms:
      'entwicklung, technik, technologie, technologien, daten, forschung, sicherheit, systeme, infrastruktur, konstruktion, netzwerk, netzwerke, wissenschaft, technologie und innovation, technik und entwicklung, labor',
  },
  {
    departments: ['it'],
    strength: 'weak',
    terms: 'technisch, digitale, digitaler, digitales, system, web, automatisierung, wissenschaftlich',
  },
  // Sales.
  {
    departments: ['sales'],
    seniority: 'mid',
    terms: `verkäufer, vertriebler, vertriebsmitarbeiter, außendienstmitarbeiter, innendienstmitarbeiter, handelsvertreter, kundenberater, vertriebsingenieur, einzelhandelskaufmann, einzelhandelskauffrau, vertriebsbeauftragter, außendienstler, automobilkaufmann, verkaufsberater`,
  },
  {
    departments: ['sales'],
    seniority: 'manager',
    terms: 'großkundenbetreuer, großkundenmanager, key accounter',
  },
  {
    departments: ['sales'],
    terms: `vertrieb, verkauf, außendienst, innendienst, vertriebsinnendienst, vertriebsaußendienst, geschäftsentwicklung, absatz, neukundengewinnung, neukundenakquise, akquise, akquisition, key account, großkunden, schlüsselkunden, geschäftskunden, partnerschaften, kooperationen, vertriebssteuerung, export, exportabteilung, handel, ausschreibungen, partnermanagement, partnervertrieb, firmenkunden, neugeschäft, angebotsmanagement, neukunden`,
  },
  {
    departments: ['sales'],
    strength: 'medium',
    terms: 'einzelhandel, kooperation, umsatz, vermietung, immobilienverkauf',
  },
  // Marketing.
  {
    departments: ['marketing'],
    seniority: 'mid',
    terms: 'werbetexter, texter, marketingkaufmann, marketingkauffrau, mediaplaner',
  },
  {
    departments: ['marketing'],
    terms: `vermarktung, werbung, marktforschung, produktmarketing, onlinemarketing, social media, marketingkommunikation, onlinehandel, veranstaltungsmanagement, markenführung, markenmanagement, werbe, suchmaschinenmarketing, suchmaschinenoptimierung, inhalte, e commerce, kampagnen, kundengewinnung, markenkommunikation, kundenbindung`,
  },
  {
    departments: ['marketing'],
    strength: 'medium',
    terms: 'marke, marken, wachstum, veranstaltungen, veranstaltung, events, messen, sortiment, messe',
  },
  // Design.
  {
    departments: ['design'],
    seniority: 'mid',
    terms:
      'gestalter, grafiker, grafikdesigner, mediengestalter, produktdesigner, fotograf, kommunikationsdesigner, webdesigner',
  },
  {
    departments: ['design'],
    terms:
      'gestaltung, grafik, mediengestaltung, produktdesign, kreation, kreativ, kreative, nutzererfahrung',
  },
  // Finance.
  {
    departments: ['finance'],
    seniority: 'mid',
    terms: `buchhalter, finanzbuchhalter, lohnbuchhalter, bilanzbuchhalter, steuerberater, wirtschaftsprüfer, steuerfachangestellte, steuerfachangestellter, controller, bankkaufmann, bankkauffrau, finanzberater, revisor, investor, kämmerer`,
  },
  {
    departments: ['finance'],
    terms: `finanzen, finanz, finanzwesen, finanzierung, buchhaltung, finanzbuchhaltung, rechnungswesen, controlling, steuern, steuer, treasury, revision, debitoren, kreditoren, debitorenbuchhaltung, kreditorenbuchhaltung, bilanzierung, rechnungslegung, beteiligungen, investitionen, beteiligungsmanagement, kaufmännisch, förderung, fördermittel, anlagen, wirtschaftsprüfung, kredit, konzernrechnungswesen, abrechnung, unternehmensfinanzierung, zahlungsverkehr`,
  },
  { departments: ['finance'], strength: 'medium', terms: 'risiko, risikomanagement, versicherung, bank' },
  // Human resources.
  {
    departments: ['hr'],
    seniority: 'mid',
    terms:
      'personaler, personalreferent, personalberater, personalsachbearbeiter, personalvermittler, personalentwickler',
  },
  {
    departments: ['hr'],
    terms: `personal, personalwesen, personalabteilung, personalentwicklung, personalmanagement, personalgewinnung, personalmarketing, personalmarketing und recruiting, personalverwaltung, rekrutierung, weiterbildung, lohn, gehalt, lohn und gehalt, lohn und gehaltsabrechnung, entgeltabrechnung, lohnbuchhaltung, organisationsentwicklung, unternehmenskultur, personaldienstleistung, bewerbermanagement, gehaltsabrechnung, fachkräftegewinnung`,
  },
  {
    departments: ['hr'],
    strength: 'medium',
    terms: 'kultur, ausbildungsleitung, talente, schulung, schulungen',
  },
  // Operations.
  {
    departments: ['operations'],
    seniority: 'mid',
    terms:
      'einkäufer, logistiker, lagerist, bürokaufmann, bürokauffrau, bürokraft, industriekaufmann, industriekauffrau, kaufmann für büromanagement, kauffrau für büromanagement, fahrer, monteur, industriemechaniker, speditionskaufmann, speditionskauffrau, empfangskraft',
  },
  {
    departments: ['operations'],
    seniority: 'director',
    terms:
      'betriebsleiter, betriebsleitung, werksleiter, werkleiter, werksleitung, werkleitung, betriebsdirektor',
  },
  {
    departments: ['operations'],
    terms: `einkauf, beschaffung, logistik, produktion, fertigung, lager, versand, lieferkette, qualitätssicherung, qualitätsmanagement, supply chain, arbeitssicherheit, arbeitsschutz, instandhaltung, materialwirtschaft, disposition, büromanagement, betriebsorganisation, prozessmanagement, spedition, transport, produktionsplanung, arbeitsvorbereitung, montage, fuhrpark, büroleitung, betriebstechnik, betriebsmittel, warenwirtschaft, gebäudemanagement, liegenschaften, wareneingang, nachhaltigkeitsmanagement, prozessoptimierung`,
  },
  {
    departments: ['operations'],
    strength: 'medium',
    terms:
      'qualität, verwaltung, nachhaltigkeit, büro, empfang, prozesse, prozess, werk, administration, organisation, bau, umwelt, zentrale dienste, umweltmanagement, sicherheitstechnik, industrie',
  },
  {
    departments: ['operations'],
    strength: 'weak',
    terms: 'betrieb, betriebs, planung, operativ, operatives geschäft',
  },
  // Support.
  {
    departments: ['support'],
    seniority: 'mid',
    terms: 'kundenbetreuer, servicetechniker, servicemitarbeiter, kundendienstmitarbeiter',
  },
  {
    departments: ['support'],
    terms: `kundenservice, kundendienst, kundenbetreuung, kundensupport, kundenerfolg, kundenerlebnis, kundenzufriedenheit, kundenbeziehungen, kundenmanagement, anwenderbetreuung, anwendersupport, reklamation, implementierung, kundenbeziehungsmanagement, technischer support, technischer kundendienst, einführung, kundenerfahrung`,
  },
  { departments: ['support'], strength: 'medium', terms: 'kunden, dienstleistung, dienstleistungen, kunde' },
  // Communication.
  {
    departments: ['communication'],
    seniority: 'mid',
    terms:
      'redakteur, journalist, pressesprecher, übersetzer, sprecher, pressereferent, unternehmenssprecher, autor, lektor',
  },
  {
    departments: ['communication'],
    seniority: 'manager',
    terms: 'chefredakteur, chefredaktion, redaktionsleiter, redaktionsleitung',
  },
  {
    departments: ['communication'],
    terms: `kommunikation, unternehmenskommunikation, öffentlichkeitsarbeit, presse, pressearbeit, redaktion, interne kommunikation, politik, externe kommunikation, konzernkommunikation, medien, pressestelle, politische kommunikation, außenbeziehungen`,
  },
  // Legal.
  {
    departments: ['legal'],
    seniority: 'mid',
    terms:
      'rechtsanwalt, rechtsanwältin, anwalt, anwältin, jurist, wirtschaftsjurist, syndikus, syndikusrechtsanwalt, syndikusrechtsanwältin, notar, patentanwalt, patentanwältin, datenschutzbeauftragter, datenschutzbeauftragte, justiziar, justitiar, compliancebeauftragter, rechtsreferent, unternehmensjurist, geldwäschebeauftragter, geldwäschebeauftragte, volljurist',
  },
  {
    departments: ['legal'],
    terms:
      'recht, rechtsabteilung, datenschutz, vertragsmanagement, regulierung, patente, regulatorik, gewerblicher rechtsschutz, zulassung, zulassungen, regulatorische angelegenheiten, vertragswesen, rechts, konformität, geldwäscheprävention',
  },
  { effect: 'office', terms: 'büro des, büro der, stab des, stabsstelle' },
  {
    effect: 'assistant',
    seniority: 'junior',
    departments: ['operations'],
    terms:
      'assistenz der, assistent der, assistentin der, assistenz des, teamassistenz, chefsekretärin, chefsekretär, rechte hand',
  },
];
