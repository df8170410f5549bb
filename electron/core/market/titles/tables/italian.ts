import type { TermRow } from '../term-row.ts';

/** Italian terms. */
export const ITALIAN: readonly TermRow[] = [
  // A seniority without a department.
  { effect: 'office', terms: 'ufficio del, ufficio della, staff del, staff della, gabinetto del' },
  { seniority: 'junior', terms: 'aiuto, ausiliario' },
  { seniority: 'junior', effect: 'assistant', terms: 'assistente, segretaria, segretario, segreteria' },
  {
    seniority: 'junior',
    effect: 'beginner',
    terms: `stagista, tirocinante, tirocinio, apprendista, praticante, studente, studentessa, neolaureato,
      neolaureata, dottorando, dottoranda`,
  },
  {
    seniority: 'mid',
    terms: `specialista, consulente, coordinatore, addetto, addetta, addetto ai, addetta ai, servizi ai,
      supporto ai, preposto ai, impiegato, impiegata, tecnico di, operatore, referente, esperto, esperta,
      gestore, incaricato, incaricata, rappresentante, collaboratore, funzionario, funzionaria, pianificatore,
      libero professionista, formatore, operaio, perito, promotore, promotrice, animatore`,
  },
  {
    seniority: 'manager',
    terms: `responsabile, capo, caporeparto, capo reparto, capo settore, capo ufficio, capo team, supervisore,
      quadro, preposto, caposquadra`,
  },
  {
    seniority: 'director',
    terms: `direttore, direttrice, direzione, dirigente, vicedirettore, vicedirettrice, vice direttore,
      vice direttrice, capo dipartimento, capo divisione`,
  },
  { seniority: 'executive', terms: 'vicepresidentessa' },
  // The head of the company.
  {
    departments: ['executive'],
    seniority: 'executive',
    terms: `amministratore delegato, amministratrice delegata, amministratore unico, amministratrice unica,
      direttore generale, direttrice generale, direzione generale, presidentessa, consigliere, consigliera,
      consigliere delegato, consigliera delegata, consigliere di amministrazione, membro del cda, cda,
      membro del consiglio, consiglio di amministrazione, direttore esecutivo, direttrice esecutiva,
      socio amministratore, socia amministratrice, socio accomandatario, legale rappresentante,
      condirettore generale, vicedirettore generale, presidente e amministratore delegato, amministratore,
      amministratrice, direttore operativo generale, alta direzione`,
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'company',
    terms: `fondatore, cofondatore, co fondatore, socio fondatore, socia fondatrice, titolare, contitolare,
      proprietario, proprietaria, imprenditore, imprenditrice, socio titolare, comproprietario`,
  },
  // Management: general, product, project and strategy.
  {
    departments: ['management'],
    strength: 'medium',
    terms: `prodotto, prodotti, strategia, strategico, strategica, pianificazione strategica, sviluppo prodotto,
      sviluppo prodotti, unità di business`,
  },
  {
    departments: ['management'],
    strength: 'weak',
    terms: 'progetto, progetti, programma, programmi, innovazione, trasformazione, gestione progetti',
  },
  {
    departments: ['management'],
    seniority: 'manager',
    terms:
      'responsabile di negozio, responsabile filiale, responsabile di filiale, responsabile punto vendita',
  },
  {
    departments: ['management'],
    seniority: 'manager',
    strength: 'weak',
    terms: 'capo progetto, capoprogetto, capo commessa',
  },
  {
    departments: ['management'],
    seniority: 'director',
    terms: `capo di gabinetto, direttore di divisione, direttore di filiale, direttrice di filiale, direttore paese,
      direttore business unit, direttore regionale, capo staff, direttore di area, procuratore,
      direttore di negozio`,
  },
  // Engineering, IT and research.
  {
    departments: ['it'],
    strength: 'medium',
    terms: `sistemi informativi, sistema informativo, sicurezza informatica, intelligenza artificiale,
      ricerca e sviluppo, trasformazione digitale, sviluppo software, sviluppo web,
      tecnologie dell informazione, tecnologia dell informazione, ced, elettronica, apprendimento automatico,
      sistemi it, telecomunicazioni, automazione industriale, ufficio tecnico, base dati, tecnologie, dati,
      ingegneria, sviluppo, ricerca, sistemi, sicurezza, progettazione, infrastruttura, infrastrutture, reti,
      piattaforma, scientifico, scientifica`,
  },
  { departments: ['it'], strength: 'faint', terms: 'automazione, digitalizzazione' },
  {
    departments: ['it'],
    seniority: 'mid',
    terms: `sistemista, analista dati, analista di dati, amministratore di sistema, amministratore di sistemi,
      amministratore di rete, sviluppatore web, ingegnere del software, ingegnere software,
      analista funzionale, amministratore di database`,
  },
  {
    departments: ['it'],
    seniority: 'mid',
    strength: 'medium',
    terms: `ingegnere, sviluppatore, sviluppatrice, programmatore, programmatrice, ricercatore, ricercatrice,
      scienziato, scienziata, informatica aziendale, progettista, chimico, chimica, collaudatore,
      analista programmatore, biotecnologo, biotecnologa, statistico, architetto`,
  },
  // Sales.
  {
    departments: ['sales'],
    terms: `vendita, vendite, commerciali, commercio, prevendita, sviluppo commerciale, sviluppo del business,
      sviluppo business, nuovi mercati, grandi clienti, clienti direzionali, alleanze, ricavi, estero,
      rete vendita, rete vendite, gare, gare d appalto, ufficio gare, clienti chiave, alleanze strategiche,
      canale, canali, esportazioni, forza vendita, nuovo business, distribuzione`,
  },
  { departments: ['sales'], strength: 'medium', terms: 'mercati, negozi, clienti corporate, affari' },
  {
    departments: ['sales'],
    seniority: 'mid',
    terms: `venditore, venditrice, agente di commercio, agente commerciale, addetto vendite, addetta vendite,
      addetto alle vendite, addetta alle vendite, consulente commerciale, commerciale estero,
      tecnico commerciale, impiegato commerciale, impiegata commerciale, funzionario commerciale,
      rappresentante di commercio, ingegnere di vendita, promotore commerciale, commesso, commessa,
      consulente vendite, agente monomandatario, agente plurimandatario`,
  },
  {
    departments: ['sales'],
    seniority: 'manager',
    terms: 'capo area vendite, responsabile clienti direzionali, capoarea vendite, capo area, capoarea',
  },
  // Marketing.
  {
    departments: ['marketing'],
    terms: `pubblicità, marketing digitale, contenuti, comunicazione digitale, campagne, ricerche di mercato,
      ricerca di mercato, acquisizione clienti, commercio elettronico, promozioni, eventi e fiere,
      fidelizzazione, generazione di domanda, web marketing, marketing operativo, promozione`,
  },
  {
    departments: ['marketing'],
    strength: 'medium',
    terms: 'marchio, marchi, crescita, comunità, eventi, fiere, mercato, acquisizione',
  },
  {
    departments: ['marketing'],
    seniority: 'mid',
    terms: `addetto marketing, addetta marketing, creatore di contenuti, creatrice di contenuti, copy,
      redattore web, pubblicitario, social media specialist`,
  },
  // Design.
  {
    departments: ['design'],
    terms: `progettazione grafica, grafica, esperienza utente, creatività, disegno industriale, design industriale,
      interfacce, stile`,
  },
  {
    departments: ['design'],
    seniority: 'mid',
    terms: `grafico, grafica pubblicitaria, progettista grafico, illustratore, designer grafico, disegnatore,
      disegnatrice, videomaker, stilista, impaginatore, montatore video`,
  },
  {
    departments: ['design'],
    seniority: 'director',
    terms: `direttore creativo, direttrice creativa, direttore artistico, direttrice artistica, direzione creativa,
      direzione artistica`,
  },
  // Finance.
  {
    departments: ['finance'],
    terms: `finanza, finanziario, finanziaria, finanze, contabilità, amministrazione, amministrazione e finanza,
      amministrazione finanza e controllo, afc, fiscale, fiscalità, tributi, controllo di gestione,
      controllo gestione, fatturazione, bilancio, bilanci, investimenti, amministrativo, amministrativa,
      amministrativo e finanziario, relazioni con gli investitori, revisione, recupero crediti,
      fusioni e acquisizioni, crediti, finanza agevolata, finanziamenti, tributario,
      pianificazione e controllo, audit interno`,
  },
  { departments: ['finance'], strength: 'medium', terms: 'rischi, rischio, assicurazioni' },
  { departments: ['finance'], seniority: 'mid', strength: 'decisive', terms: 'contabile, revisore' },
  {
    departments: ['finance'],
    seniority: 'mid',
    terms: `ragioniere, ragioniera, commercialista, dottore commercialista, tesoriere, analista finanziario,
      analista finanziaria, investitore, addetto contabilità, addetta contabilità, impiegato contabile,
      impiegata contabile, impiegato amministrativo, impiegata amministrativa,
      impiegato amministrativo contabile, consulente fiscale, revisore dei conti, revisore legale,
      consulente finanziario, addetto amministrativo, addetta amministrativa, attuario`,
  },
  { departments: ['finance'], seniority: 'manager', terms: 'capo contabile' },
  // Human resources.
  {
    departments: ['hr'],
    terms: `risorse umane, personale, gestione del personale, selezione, selezione del personale, reclutamento,
      paghe, paghe e contributi, buste paga, talenti, capitale umano, sviluppo organizzativo,
      relazioni industriali, relazioni sindacali, ru, persone, acquisizione talenti, persone e cultura,
      amministrazione del personale, amministrazione personale, sviluppo risorse umane, welfare,
      persone e organizzazione`,
  },
  { departments: ['hr'], strength: 'medium', terms: 'formazione, benessere, sviluppo delle persone' },
  { departments: ['hr'], seniority: 'mid', strength: 'decisive', terms: 'selezionatore, selezionatrice' },
  {
    departments: ['hr'],
    seniority: 'mid',
    terms: 'reclutatore, addetto paghe, addetta paghe, consulente del lavoro, addetto alle risorse umane',
  },
  // Operations.
  {
    departments: ['operations'],
    terms: `acquisti, approvvigionamento, approvvigionamenti, produzione, magazzino, stabilimento, fabbrica,
      catena di fornitura, manutenzione, operazioni, servizi generali, spedizioni, miglioramento continuo,
      trasporti, ufficio acquisti, sicurezza sul lavoro, rspp, fornitori, industrializzazione, fornitura,
      cantiere, importazione, pianificazione della produzione, controllo qualità, assicurazione qualità,
      attività operative`,
  },
  {
    departments: ['operations'],
    strength: 'medium',
    terms: 'sostenibilità, ufficio, ambiente, affari generali, impianti, flotta, accoglienza, logistico',
  },
  {
    departments: ['operations'],
    strength: 'weak',
    terms: 'gestione, pianificazione, qualità, processi, industriale',
  },
  {
    departments: ['operations'],
    seniority: 'junior',
    effect: 'assistant',
    terms: `assistente di direzione, assistente alla direzione, assistente di, assistente del, assistente della,
      assistente personale, assistente amministrativo, assistente amministrativa, segretaria di direzione,
      segreteria di direzione, assistente esecutiva, assistente esecutivo, segretaria amministrativa`,
  },
  {
    departments: ['operations'],
    seniority: 'mid',
    terms: `magazziniere, magazziniera, impiegato acquisti, autista, addetto logistica, addetta logistica,
      centralinista, tecnico manutentore, manutentore, carrellista, addetto acquisti, addetta acquisti,
      spedizioniere`,
  },
  {
    departments: ['operations'],
    seniority: 'director',
    terms: `direttore di stabilimento, direttrice di stabilimento, direttore stabilimento, direttore operativo,
      direttrice operativa, direttore di produzione, direttore di cantiere`,
  },
  { departments: ['operations'], seniority: 'executive', terms: 'segretario generale, segretaria generale' },
  // Support.
  {
    departments: ['support'],
    terms: `assistenza clienti, servizio clienti, assistenza, assistenza ai, assistenza tecnica, supporto,
      supporto tecnico, supporto clienti, esperienza cliente, esperienza del cliente, relazioni con i clienti,
      relazione clienti, post vendita, assistenza post vendita, successo del cliente, successo clienti,
      cura del cliente, gestione clienti, soddisfazione del cliente, implementazione`,
  },
  { departments: ['support'], strength: 'medium', terms: 'utenti' },
  { departments: ['support'], strength: 'weak', terms: 'clienti, servizi, servizio' },
  {
    departments: ['support'],
    seniority: 'mid',
    terms: `addetto assistenza clienti, addetta assistenza clienti, tecnico di assistenza, operatore call center,
      operatrice call center, addetto customer care, addetta customer care, tecnico assistenza,
      tecnico di supporto`,
  },
  // Communication.
  {
    departments: ['communication'],
    terms: `comunicazione, comunicazioni, stampa, ufficio stampa, relazioni pubbliche, relazioni esterne,
      rapporti istituzionali, relazioni istituzionali, affari pubblici, comunicazione interna,
      comunicazione esterna, comunicazione istituzionale, redazione, relazioni con i media,
      affari istituzionali, editoria, comunicazione aziendale`,
  },
  {
    departments: ['communication'],
    seniority: 'mid',
    terms: `giornalista, redattore, redattrice, addetto stampa, addetta stampa, portavoce, traduttore, traduttrice,
      editore`,
  },
  {
    departments: ['communication'],
    seniority: 'manager',
    terms: 'caporedattore, caporedattrice, capo redattore',
  },
  // Legal.
  {
    departments: ['legal'],
    terms: `legale, legali, affari legali, ufficio legale, conformità, protezione dei dati, protezione dati,
      affari regolatori, proprietà intellettuale, affari societari, brevetti, contratti, diritto, contenzioso,
      antiriciclaggio, contrattualistica, societario, regolatorio`,
  },
  { departments: ['legal'], seniority: 'mid', strength: 'decisive', terms: 'avvocato, giurista' },
  {
    departments: ['legal'],
    seniority: 'mid',
    terms: `avvocatessa, avvocata, avv, notaio, consulente legale, legale interno, legale d impresa,
      responsabile della protezione dei dati`,
  },
];
