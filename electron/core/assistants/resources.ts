import { companyIdSchema } from '../../../shared/model/company.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { listedCompanies, listsOfCompany } from '../database/queries/yours/lists.ts';
import { isOpened, lastOpened } from '../database/queries/yours/outcome-facts.ts';
import { companyNameOf } from '../library/company-view.ts';
import { ToolRefusal, type AssistantResources, type ToolContext } from './tool.ts';
import { briefOf } from './tools/companies.ts';
import { handCompany, line } from './tools/tool-parts.ts';

/** Every listed company counts toward the limits, so the list is short. */
const LISTED_MAX = 8;
const SCHEME = 'roundwatch://company/';

/**
 * Companies that the user opened or saved to a list. Other companies of the library have no address, so a client
 * cannot walk through the library by guessing ids.
 */
export const assistantResources: AssistantResources = {
  permission: 'read',
  templates: [
    {
      uriTemplate: `${SCHEME}{company_id}`,
      name: 'company',
      title: 'Company',
      description:
        'Brief on a company that the user opened or saved to a list. The id is from find_companies.',
    },
  ],
  companyIn,
  list: (context) => {
    const { cache, yours } = context.workspace.files;
    const known = [
      ...lastOpened(yours, LISTED_MAX),
      ...listedCompanies(yours, LISTED_MAX).map(({ companyId }) => companyId),
    ];
    const stored = companyRows(cache, known);
    const companyIds = [...new Set(known)].filter((id) => stored.has(id)).slice(0, LISTED_MAX);
    const allowed = context.hand(companyIds);
    return {
      resources: allowed.map((id) => {
        const name = line(companyNameOf(cache, yours, id), 200);
        return { uri: `${SCHEME}${encodeURIComponent(id)}`, name, title: name };
      }),
      companyIds: allowed,
    };
  },
  read: (context, uri) => {
    const companyId = companyIn(uri);
    if (companyId === null || !isShared(context, companyId)) throw notFound();
    return briefOf(context, handCompany(context, companyId));
  },
};

/** Returns whether the user opened the company or put it on a list. */
const isShared = ({ workspace: { files } }: ToolContext, companyId: string): boolean =>
  isOpened(files.yours, companyId) || listsOfCompany(files.yours, companyId).length > 0;

/** Returns the company's id; null if the address is not a company's. */
function companyIn(uri: string): string | null {
  if (!uri.startsWith(SCHEME)) return null;
  try {
    return companyIdSchema.safeParse(decodeURIComponent(uri.slice(SCHEME.length))).data ?? null;
  } catch {
    // The percent encoding is malformed.
    return null;
  }
}

const notFound = (): ToolRefusal =>
  new ToolRefusal('not-found', 'There is no such company, or the user has neither opened nor listed it.');
