import type { TermRow } from '../term-row.ts';

/** Italian terms. */
export const ITALIAN: readonly TermRow[] = [
  {
    seniority: 'junior',
    effect: 'beginner',
    terms:
      'stagista, tirocinante, tirocinio, apprendista, praticante, studente, studentessa, neolaureato, neolaureata, dottorando, dottoranda',
  },
  { seniority: 'junior', effect: 'assistant', terms: 'assistente, segretaria, segretario, segreteria' },
  { seniority: 'junior', terms: 'aiuto, ausiliario' },
  {
    seniority: 'mid',
    terms:
      'specialista, analista, consulente, coordinatore, coordinatrice, addetto, addetta, addetto ai, addetta ai, servizi ai, supporto ai, preposto ai, impiegato, impiegata, tecnico di, operatore, operatrice, referente, esperto, esperta, gestore, incaricato, incaricata, agente, rappresentante, collaboratore, collaboratrice, funzionario, funzionaria, pianificatore, libero professionista, formatore, formatrice, operaio, perito, promotore, promotrice, animatore',
  },
  {
    seniority: 'manager',
    terms:
      'responsabile, resp, capo, caporeparto, capo reparto, capo area, capoarea, capo settore, capo ufficio, capo team, team leader, supervisore, quadro, preposto, caposquadra',
  },
  {
    seniority: 'director',
    terms:
      'direttore, direttrice, direzione, dirigente, vicedirettore, vicedirettrice, vice direttore, vice direttrice, capo dipartimento, capo divisione, dir',
  },
  { seniority: 'executive', terms: 'vicepresidente, vice presidente, vicepresidentessa' },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'company',
    terms:
      'fondatore, fondatrice, cofondatore, cofondatrice, co fondatore, co fondatrice, socio fondatore, socia fondatrice, titolare, contitolare, proprietario, proprietaria, imprenditore, imprenditrice, socio titolare, comproprietario',
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    terms:
      'amministratore delegato, amministratrice delegata, amministratore unico, amministratrice unica, direttore generale, direttrice generale, direzione generale, presidente, presidentessa, consigliere, consigliera, consigliere delegato, consigliera delegata, consigliere di amministrazione, membro del cda, cda, membro del consiglio, consiglio di amministrazione, direttore esecutivo, direttrice esecutiva, socio amministratore, socia amministratrice, socio accomandatario, legale rappresentante, condirettore generale, vicedirettore generale, presidente e amministratore delegato, amministratore, amministratrice, direttore operativo generale, alta direzione, dg',
  },
  { departments: ['executive'], seniority: 'executive', effect: 'alone', terms: 'socio, socia, titolare' },
  // Management.
  {
    departments: ['management'],
    seniority: 'director',
    terms:
      'capo di gabinetto, direttore di divisione, direttore di filiale, direttrice di filiale, direttore paese, direttore business unit, direttore regionale, capo staff, direttore di area, procuratore',
  },
  {
    departments: ['management'],
    seniority: 'manager',
    terms:
      'capo progetto, capoprogetto, direttore di negozio, responsabile di negozio, responsabile filiale, responsabile di filiale, responsabile punto vendita, store manager, responsabile di progetto',
  },
  {
    departments: ['management'],
    strength: 'medium',
    terms:
      'prodotto, prodotti, strategia, strategie, strategico, strategica, pianificazione strategica, sviluppo prodotto, sviluppo prodotti, unità di business',
  },
  {
    departments: ['management'],
    strength: 'weak',
    terms:
      'progetto, progetti, programma, programmi, innovazione, trasformazione, gestione progetti, organizzazione',
  },
  // Engineering and IT.
  {
    departments: ['it'],
    seniority: 'mid',
    strength: 'medium',
    terms:
      'ingegnere, ing, sviluppatore, sviluppatrice, programmatore, programmatrice, ricercatore, ricercatrice, scienziato, scienziata, informatico, informatica aziendale, progettista, biologo, biologa, chimico, chimica, matematico, fisico, collaudatore, analista programmatore, biotecnologo, biotecnologa, statistico',
  },
  {
    departments: ['it'],
    seniority: 'mid',
    terms:
      'sistemista, tecnico informatico, analista dati, analista di dati, amministratore di sistema, amministratore di sistemi, amministratore di rete, sviluppatore web, ingegnere del software, ingegnere software, analista funzionale, amministratore di database',
  },
  { departments: ['it'], seniority: 'mid', strength: 'weak', terms: 'architetto' },
  {
    departments: ['it'],
    terms:
      'informatica, sistemi informativi, sistema informativo, sicurezza informatica, intelligenza artificiale, ricerca e sviluppo, ricerca & sviluppo, trasformazione digitale, sviluppo software, sviluppo web, tecnologie dell informazione, tecnologia dell informazione, ced, ict, elettronica, apprendimento automatico, sistemi it, telecomunicazioni, automazione industriale, ufficio tecnico, robotica, base dati',
  },
  {
    departments: ['it'],
    strength: 'medium',
    terms:
      'tecnologia, tecnologie, tecnologico, tecnologica, dati, ingegneria, sviluppo, ricerca, sistemi, sicurezza, progettazione, infrastruttura, infrastrutture, reti, piattaforma, scientifico, scientifica, laboratorio',
  },
  {
    departments: ['it'],
    strength: 'weak',
    terms: 'tecnico, tecnica, digitale, automazione, digitalizzazione',
  },
  // Sales.
  {
    departments: ['sales'],
    seniority: 'mid',
    terms:
      'venditore, venditrice, agente di commercio, agente commerciale, addetto vendite, addetta vendite, addetto alle vendite, addetta alle vendite, consulente commerciale, commerciale estero, tecnico commerciale, impiegato commerciale, impiegata commerciale, funzionario commerciale, rappresentante di commercio, ingegnere di vendita, promotore commerciale, commesso, commessa, consulente vendite',
  },
  {
    departments: ['sales'],
    terms:
      'vendita, vendite, commerciale, commerciali, commercio, prevendita, sviluppo commerciale, sviluppo del business, sviluppo business, nuovi mercati, grandi clienti, clienti direzionali, partnership, alleanze, ricavi, export, estero, rete vendita, rete vendite, gare, gare d appalto, ufficio gare, clienti chiave, alleanze strategiche, canale, canali, esportazioni, forza vendita, nuovo business, distribuzione',
  },
  {
    departments: ['sales'],
    seniority: 'manager',
    terms: 'capo area vendite, responsabile clienti direzionali, capoarea vendite',
  },
  { departments: ['sales'], strength: 'medium', terms: 'mercati, negozi, clienti corporate, affari' },
  // Marketing.
  {
    departments: ['marketing'],
    seniority: 'mid',
    terms:
      'addetto marketing, addetta marketing, creatore di contenuti, creatrice di contenuti, copy, redattore web, pubblicitario, social media specialist',
  },
  {
    departments: ['marketing'],
    terms:
      'pubblicità, marketing digitale, contenuti, social, comunicazione digitale, campagne, ricerche di mercato, ricerca di mercato, acquisizione clienti, e commerce, commercio elettronico, promozioni, eventi e fiere, fidelizzazione, generazione di domanda, web marketing, marketing operativo, promozione',
  },
  {
    departments: ['marketing'],
    strength: 'medium',
    terms: 'marchio, marchi, crescita, comunità, eventi, fiere, mercato, acquisizione',
  },
  // Design.
  {
    departments: ['design'],
    seniority: 'mid',
    terms:
      'grafico, grafica pubblicitaria, progettista grafico, illustratore, illustratrice, fotografo, fotografa, designer grafico, disegnatore, disegnatrice, videomaker, stilista, impaginatore, montatore video',
  },
  {
    departments: ['design'],
    seniority: 'director',
    terms:
      'direttore creativo, direttrice creativa, direttore artistico, direttrice artistica, direzione creativa, direzione artistica',
  },
  {
    departments: ['design'],
    terms:
      'progettazione grafica, grafica, esperienza utente, creatività, creativo, creativa, disegno industriale, design industriale, interfacce, stile',
  },
  // Finance.
  {
    departments: ['finance'],
    seniority: 'mid',
    terms:
      'contabile, ragioniere, ragioniera, revisore, commercialista, dottore commercialista, tesoriere, analista finanziario, analista finanziaria, investitore, addetto contabilità, addetta contabilità, impiegato contabile, impiegata contabile, impiegato amministrativo, impiegata amministrativa, impiegato amministrativo contabile, consulente fiscale, revisore dei conti, revisore legale, consulente finanziario, addetto amministrativo, addetta amministrativa, attuario',
  },
  { departments: ['finance'], seniority: 'manager', terms: 'capo contabile' },
  {
    departments: ['finance'],
    terms:
      'finanza, finanziario, finanziaria, finanze, contabilità, amministrazione, amministrazione e finanza, amministrazione finanza e controllo, afc, tesoreria, fiscale, fiscalità, tributi, controllo di gestione, controllo gestione, fatturazione, bilancio, bilanci, investimenti, amministrativo, amministrativa, amministrativo e finanziario, relazioni con gli investitori, revisione, recupero crediti, fusioni e acquisizioni, crediti, finanza agevolata, finanziamenti, tributario, pianificazione e controllo, audit interno',
  },
  { departments: ['finance'], strength: 'medium', terms: 'rischi, rischio, assicurazioni, banca' },
  // Human resources.
  {
    departments: ['hr'],
    seniority: 'mid',
    terms:
      'selezionatore, selezionatrice, reclutatore, addetto paghe, addetta paghe, consulente del lavoro, addetto alle risorse umane',
  },
  {
    departments: ['hr'],
    terms:
      'risorse umane, personale, gestione del personale, selezione, selezione del personale, reclutamento, paghe, paghe e contributi, buste paga, talenti, capitale umano, sviluppo organizzativo, relazioni industriali, relazioni sindacali, ru, persone, acquisizione talenti, persone e cultura, amministrazione del personale, amministrazione personale, sviluppo risorse umane, welfare, persone e organizzazione',
  },
  {
    departments: ['hr'],
    strength: 'medium',
    terms: 'formazione, cultura, benessere, sviluppo delle persone',
  },
  // Operations.
  {
    departments: ['operations'],
    seniority: 'mid',
    terms:
      'buyer, magazziniere, magazziniera, impiegato acquisti, receptionist, autista, addetto logistica, addetta logistica, centralinista, tecnico manutentore, manutentore, carrellista, addetto acquisti, addetta acquisti, spedizioniere',
  },
  {
    departments: ['operations'],
    seniority: 'junior',
    effect: 'assistant',
    terms:
      'assistente di direzione, assistente alla direzione, assistente di, assistente del, assistente della, assistente personale, assistente amministrativo, assistente amministrativa, segretaria di direzione, segreteria di direzione, segreteria, assistente esecutiva, assistente esecutivo, segretaria amministrativa',
  },
  {
    departments: ['operations'],
    seniority: 'director',
    terms:
      'direttore di stabilimento, direttrice di stabilimento, direttore stabilimento, direttore operativo, direttrice operativa, direttore di produzione, direttore di cantiere',
  },
  {
    departments: ['operations'],
    terms:
      'acquisti, approvvigionamento, approvvigionamenti, logistica, produzione, magazzino, stabilimento, fabbrica, catena di fornitura, manutenzione, operazioni, servizi generali, spedizioni, miglioramento continuo, trasporti, ufficio acquisti, sicurezza sul lavoro, hse, rspp, fornitori, industrializzazione, fornitura, cantiere, importazione, pianificazione della produzione, controllo qualità, assicurazione qualità, attività operative',
  },
  {
    departments: ['operations'],
    strength: 'medium',
    terms:
      'qualità, sostenibilità, processi, ufficio, industriale, ambiente, affari generali, impianti, flotta, accoglienza, logistico',
  },
  { departments: ['operations'], strength: 'weak', terms: 'operativo, operativa, gestione, pianificazione' },
  // Support.
  {
    departments: ['support'],
    seniority: 'mid',
    terms:
      'addetto assistenza clienti, addetta assistenza clienti, tecnico di assistenza, operatore call center, operatrice call center, addetto customer care, addetta customer care, tecnico assistenza, tecnico di supporto',
  },
  {
    departments: ['support'],
    terms:
      'assistenza clienti, servizio clienti, assistenza, assistenza ai, assistenza tecnica, supporto, supporto tecnico, supporto clienti, esperienza cliente, esperienza del cliente, relazioni con i clienti, relazione clienti, post vendita, assistenza post vendita, successo del cliente, successo clienti, cura del cliente, gestione clienti, soddisfazione del cliente, implementazione',
  },
  { departments: ['support'], strength: 'medium', terms: 'cliente, clienti, servizi, servizio, utenti' },
  // Communication.
  {
    departments: ['communication'],
    seniority: 'mid',
    terms:
      'giornalista, redattore, redattrice, addetto stampa, addetta stampa, portavoce, traduttore, traduttrice, editore, editor',
  },
  {
    departments: ['communication'],
    seniority: 'manager',
    terms: 'caporedattore, caporedattrice, capo redattore',
  },
  {
    departments: ['communication'],
    terms:
      'comunicazione, comunicazioni, stampa, ufficio stampa, relazioni pubbliche, relazioni esterne, rapporti istituzionali, relazioni istituzionali, affari pubblici, comunicazione interna, comunicazione esterna, comunicazione istituzionale, redazione, relazioni con i media, affari istituzionali, editoria, comunicazione aziendale',
  },
  // Legal.
  {
    departments: ['legal'],
    seniority: 'mid',
    terms:
      'avvocato, avvocatessa, avvocata, avv, giurista, notaio, consulente legale, legale interno, legale d impresa, responsabile della protezione dei dati',
  },
  {
    departments: ['legal'],
    terms:
      'legale, legali, affari legali, ufficio legale, conformità, protezione dei dati, protezione dati, affari regolatori, proprietà intellettuale, affari societari, brevetti, contratti, normativa, diritto, contenzioso, antiriciclaggio, contrattualistica, societario, regolatorio',
  },
  { effect: 'office', terms: 'ufficio del, ufficio della, staff del, staff della, gabinetto del' },
];
