import type { TermRow } from '../term-row.ts';

/**
 * English terms for seniority levels and for the head of a company. Some of these terms are also used in
 * other languages.
 */
export const ENGLISH_RANKS: readonly TermRow[] = [
  // Terms that indicate only a seniority.
  { terms: 'early stage, growth stage, late stage, seed stage, stage manager, ad interim' },
  { effect: 'lead', terms: 'lead' },
  {
    effect: 'office',
    terms: `office of the, office of, to the, to ceo, to cto, to cfo, to coo, to cmo, to founder, reporting to,
      working for, support to the, advisor to the, adviser to the, advisor to, coach to, speaker for`,
  },
  { seniority: 'junior', terms: 'associate, helper, aide' },
  { seniority: 'junior', effect: 'assistant', terms: 'assistant, pa, secretary' },
  {
    seniority: 'junior',
    effect: 'beginner',
    terms: `junior, jr, jnr, intern, internship, trainee, apprentice, apprenticeship, working student, student,
      student assistant, graduate, entry level, associate product manager, apm, co op, phd student,
      phd candidate, summer analyst, volunteer, fellow, stage`,
  },
  {
    seniority: 'mid',
    terms: `specialist, analyst, consultant, coordinator, officer, representative, rep, expert, advisor, adviser,
      generalist, planner, operator, technician, agent, clerk, strategist, associate partner,
      business partner, administrator, staff member, practitioner, freelancer, freelance, contractor,
      instructor, coach, trainer, teacher, mid level, intermediate, executive producer, inspector, worker,
      professor, doctor, physician, nurse, lecturer, arzt, ärztin, dozent, lehrer, médecin, professeur,
      enseignant, enseignante, médico, médica, profesor, profesora, docente, insegnante, professore,
      professoressa, leraar, docent, pharmacist, veterinarian, therapist, psychologist, mentor`,
  },
  { seniority: 'senior', terms: 'senior, sr, snr, principal, staff, founding, distinguished, veteran' },
  {
    seniority: 'manager',
    terms: `manager, mgr, mngr, team lead, teamlead, team leader, leader, supervisor, superintendent, foreman,
      assistant manager, associate manager, deputy manager, senior manager, group manager, section head,
      captain, manageress, squad lead, tribe lead, chapter lead`,
  },
  {
    seniority: 'director',
    terms: `director, dir, head, global head, group head, head of department, assistant director,
      associate director, associate vice president, assistant vice president, avp, deputy director, hod,
      department head, senior director, vice director, department manager, principal director, co head`,
  },
  {
    seniority: 'executive',
    terms: `vp, svp, evp, rvp, gvp, vice president, vicepresident, senior vice president, executive vice president,
      chief, c level, c suite, deputy chief`,
  },
  // The head of the company.
  {
    departments: ['executive'],
    seniority: 'executive',
    terms: `president, co president, managing director, executive director, managing partner, general partner,
      senior partner, equity partner, chairman, chairwoman, chairperson, chair of the board, executive chair,
      board chair, board member, member of the board, board director, non executive director,
      board of directors, md, chief executive director, board advisor, board observer, governor,
      secretary general, executive officer, vice chair, vice chairman, chair, cxo, cvo,
      chief visionary officer, executive management, executive board`,
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'alone',
    terms: 'partner, executive, board, ad',
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'company',
    terms: `ceo, co ceo, chief executive, chief executive officer, founder, cofounder, co founder, foundress,
      founding partner, founding member, owner, co owner, coowner, business owner, proprietor, entrepreneur,
      serial entrepreneur, sole trader, founding ceo, solopreneur, self employed`,
  },
];
