import { z } from 'zod';
import { libraryFiltersSchema } from '../../../../shared/model/library.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { libraryRows } from '../../library/library-rows.ts';
import { codeOfCountryName, countryLabel } from '../../service-api/decoders/country.ts';
import { CapExceeded, defineTool, limitText, type ToolContext, type ToolReply } from '../tool.ts';
import { COMPANIES_MAX, line, type JsonObject } from './tool-parts.ts';

/**
 * Maximum number of matches examined. It exceeds the number returned, because companies that match only in a
 * hidden note are left out.
 */
const LOOKED_AT = LIST_LIMIT_MAX;
/** Number of words in the longest country name. */
const COUNTRY_WORDS_MAX = 6;

const SEARCHED =
  'names, descriptions, industries, tags, the user’s own tags and notes, and countries by their English name';

export const findCompanies = defineTool({
  name: 'find_companies',
  title: 'Find companies',
  description: `Searches the companies that are stored in Roundwatch on this computer, in ${SEARCHED}. Every word must match. Free: nothing is requested from the data service. Returns at most 20 companies with id, name and why each matched.`,
  permission: 'read',
  readOnly: true,
  input: z.strictObject({
    text: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe('Words such as a name, an industry or a tag, and a country: fintech Germany'),
    limit: z.int().min(1).max(COMPANIES_MAX).default(10),
  }),
  run: async (context, { text, limit }): Promise<ToolReply> => {
    const { files } = context.workspace;
    const inCountry = countryIn(text);
    const matches = new Map(await matchesOf(context, { text, country: null }));
    if (inCountry !== null)
      for (const [id, matched] of await matchesOf(context, inCountry))
        if (!matches.has(id)) matches.set(id, matched);
    const ids = [...matches.keys()].slice(0, limit);
    const allowed = context.hand(ids);
    const rows = libraryRows(files.cache, files.yours, allowed, context.nowMs);
    return {
      data: {
        companies: rows.map(({ companyId, name }) => ({
          id: companyId,
          name: line(name, 200),
          matched: matches.get(companyId) ?? 'company',
        })),
        more_matches: matches.size > rows.length,
        ...limitData(context, ids, allowed),
        understood: understoodData(text, inCountry),
        ...(matches.size === 0
          ? { nothing_matched: `No stored company matches. Roundwatch searched ${SEARCHED}.` }
          : {}),
      },
      companyIds: rows.map(({ companyId }) => companyId),
      about: { text: line(text, 200), companyId: null },
    };
  },
});

/** Explains why some matches are missing, if a limit on companies has cut the list. */
function limitData(context: ToolContext, ids: readonly string[], allowed: readonly string[]): JsonObject {
  const cut = ids.filter((id) => !allowed.includes(id));
  if (cut.length === 0) return {};
  try {
    context.hand(cut);
  } catch (error) {
    if (error instanceof CapExceeded)
      return { left_out_by_limit: cut.length, limit_reached: limitText(error) };
    throw error;
  }
  return {};
}

interface Question {
  readonly text: string;
  /** ISO code of the country that the companies must be in; null for any. */
  readonly country: string | null;
}

/**
 * Returns how the text was understood. Leaves out the words themselves, because they may be a contact's name.
 */
function understoodData(text: string, inCountry: Question | null): JsonObject {
  const words = (inCountry?.text ?? text).split(/\s+/).filter((word) => word !== '').length;
  const country = inCountry?.country ?? null;
  return { country: country === null ? null : countryLabel(country), other_words: words };
}

/** Returns the matching companies, best first, each with the reason for the match. */
async function matchesOf(
  { workspace: { search }, client, nowMs }: ToolContext,
  { text, country }: Question,
): Promise<[string, string][]> {
  const found = await search.find({
    text,
    filters: libraryFiltersSchema.parse(country === null ? {} : { countries: [country] }),
    has: null,
    sort: text === '' ? 'announced' : 'relevance',
    nowMs,
  });
  const mayReadNotes = client.may('notes');
  return found.idsAt(0, LOOKED_AT).flatMap((id): [string, string][] => {
    const matched = found.matchedOf(id);
    // A match in a note would reveal what the note contains.
    if (!mayReadNotes && matched === 'note') return [];
    return [[id, country !== null && text === '' ? 'country' : MATCHES[matched ?? 'text']]];
  });
}

const MATCHES = { text: 'company', tag: 'your tag', note: 'your note' } as const;

/** Splits the text into a country and the other words; null if it contains no country name. */
function countryIn(text: string): Question | null {
  const words = text.split(/\s+/);
  for (let length = Math.min(COUNTRY_WORDS_MAX, words.length); length > 0; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1) {
      const country = codeOfCountryName(words.slice(start, start + length).join(' '));
      if (country === null) continue;
      const before = words.slice(0, start);
      if (/^(?:in|from)$/i.test(before.at(-1) ?? '')) before.pop();
      return { text: [...before, ...words.slice(start + length)].join(' '), country };
    }
  return null;
}
