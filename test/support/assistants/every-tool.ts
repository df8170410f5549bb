/**
 * Returns one successful call to each tool, about a stored company. The arguments are in the form used on a
 * command line.
 */
export function callsOfEveryTool(
  companyId: string,
): readonly [tool: string, args: Readonly<Record<string, string | number>>][] {
  const about = { company_id: companyId };
  return [
    ['today', {}],
    ['plan', {}],
    ['quota', {}],
    ['insights', {}],
    ['company_brief', about],
    ['my_notes', about],
    ['why_do_i_have_this', about],
    ['find_companies', { text: 'a', limit: 3 }],
    ['quote', { request: 'contacts', ...about }],
    ['add_note', { ...about, text: 'Seen this morning.' }],
    ['add_task', { ...about, title: 'Call' }],
    ['add_tag', { ...about, tag: 'morning' }],
    ['add_to_list', { ...about, list: 'Morning' }],
    ['set_status', { ...about, status: 'Contacted' }],
    ['draft_message', { ...about, subject: 'Hello', body: 'Hi' }],
    ['propose', { request: 'profile', ...about, reason: 'For your call' }],
    ['receipt', { proposal_id: '1' }],
    ['company_contacts', about],
  ];
}
