import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { writtenAbout } from './own-data-of.ts';
import { companyInput, companyReply, handCompany, line } from './tool-parts.ts';

const NOTHING = 'The user has no note, open task or contact log entry for this company.';

export const myNotes = defineTool({
  name: 'my_notes',
  title: 'The user’s notes',
  description:
    'Returns what the user has written about one company: the note, open tasks and the newest entries of the contact log.',
  permission: 'notes',
  readOnly: true,
  input: () => z.strictObject(companyInput()),
  run: (context, { company_id }) => {
    const company = handCompany(context, company_id);
    const { data, read } = writtenAbout(context, company_id);
    const name = line(company.companyName, 200);
    if (read.length > 0) return companyReply(company, { name, ...data }, { read });
    return companyReply(company, { name, ...data, nothing: NOTHING }, { result: 'no-notes' });
  },
});
