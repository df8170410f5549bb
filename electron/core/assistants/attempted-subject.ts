import { z } from 'zod';
import type { ToolReply, ToolWorkspace } from './tool.ts';
import { aboutCompany, aboutRequest, aboutSavedSearch, knownCompany, line } from './tools/tool-parts.ts';

const inputSchema = z.object({
  company_id: z.string().max(200).optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  request: z.string().optional().catch(undefined),
  saved_search: z.string().optional().catch(undefined),
});

const NOTHING: ToolReply['about'] = { text: '', companyId: null };

/**
 * Returns the subject of a refused call, for the log. Leaves out a company that is not in the library. It may
 * have been erased, and the log must not contain erased companies.
 */
export function attemptedSubject(
  { files }: Pick<ToolWorkspace, 'files'>,
  tool: string,
  input: unknown,
): ToolReply['about'] {
  const { data } = inputSchema.safeParse(input);
  if (data === undefined) return NOTHING;
  const { company_id, text, request, saved_search } = data;
  const company = company_id === undefined ? null : knownCompany(files, company_id);
  if (company !== null) return request === undefined ? aboutCompany(company) : aboutRequest(request, company);
  if (saved_search !== undefined) return aboutSavedSearch(saved_search);
  return tool === 'find_companies' && text !== undefined
    ? { text: line(text, 200), companyId: null }
    : NOTHING;
}
