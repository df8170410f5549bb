import { z } from 'zod';
import { libraryFiltersSchema } from '../../../../shared/model/library.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { typedWords } from '../../library/index/tokenize.ts';
import { libraryRows } from '../../library/library-rows.ts';
import { codeOfCountryName, countryLabel } from '../../service-api/decoders/country.ts';
import { defineTool, type ToolContext, type ToolReply } from '../tool.ts';
import { COMPANIES_MAX, limitData, line, type JsonObject } from './tool-parts.ts';

/**
 * Maximum number of matches examined. More matches are examined than returned, because companies that match
 * only in a hidden note are left out.
 */
const LOOKED_AT = LIST_LIMIT_MAX;
/** Number of words in the longest country name. */
const COUNTRY_WORDS_MAX = 6;

const SEARCHED =
  'names, descriptions, industries, tags, the user’s own tags and notes, and countries by their English name';

export const findCompanies = defineTool({
  name: 'find_companies',
  title: 'Find companies',
  description: `Searches the companies that are stored in Roundwatch on this computer, in ${SEARCHED}. Every word must match. Returns at most 20 companies with id, name and where the words were found. \`more_matches\`: whether more companies match than are returned; use more exact words, or a higher \`limit\`. \`limit_reached\`: a limit of the user left out matches; tell the user how many and until when. Free: nothing is requested from the data service.`,
  permission: 'read',
  readOnly: true,
  input: () =>
    z.strictObject({
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
    const { matches, isComplete } = await allMatches(context, text, inCountry);
    const ids = [...matches.keys()].slice(0, limit);
    const allowed = context.hand(ids);
    const { limit_reached, limit_ends_at } = limitData(context, ids, allowed);
    const rows = libraryRows(files.cache, files.yours, allowed, context.nowMs);
    return {
      data: {
        companies: rows.map(({ companyId, name }) => ({
          id: companyId,
          name: line(name, 200),
          matched: reasonOf(matches.get(companyId) ?? MATCHES.text, name, inCountry?.text ?? text),
        })),
        more_matches: matches.size > rows.length,
        ...(limit_reached === undefined
          ? {}
          : {
              limit_reached: `${leftOutText(matches.size - rows.length, isComplete)} ${limit_reached}`,
              limit_ends_at,
            }),
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

const leftOutText = (count: number, isComplete: boolean): string =>
  `${isComplete ? '' : 'At least '}${count} more ${count === 1 ? 'match is' : 'matches are'} left out.`;

interface Matches {
  /** The companies, best first, each with the reason for the match. */
  readonly matches: ReadonlyMap<string, string>;
  /** False if more than `LOOKED_AT` companies match. */
  readonly isComplete: boolean;
}

/**
 * Returns the companies that match the whole text, followed by the companies in the country of `inCountry`
 * that match the rest of the text.
 */
async function allMatches(context: ToolContext, text: string, inCountry: Question | null): Promise<Matches> {
  const literal = await matchesOf(context, { text, country: null });
  if (inCountry === null) return literal;
  const { matches, isComplete } = await matchesOf(context, inCountry);
  return {
    matches: new Map([...literal.matches, ...[...matches].filter(([id]) => !literal.matches.has(id))]),
    isComplete: literal.isComplete && isComplete,
  };
}

interface Question {
  readonly text: string;
  /** ISO code of the country that the companies must be in; null for any. */
  readonly country: string | null;
}

/**
 * Returns the recognized country and the number of other words. The words themselves are left out, because
 * they may be a contact's name.
 */
function understoodData(text: string, inCountry: Question | null): JsonObject {
  const words = (inCountry?.text ?? text).split(/\s+/).filter((word) => word !== '').length;
  const country = inCountry?.country ?? null;
  return { country: country === null ? null : countryLabel(country), other_words: words };
}

async function matchesOf(
  { workspace: { search }, client, nowMs }: ToolContext,
  { text, country }: Question,
): Promise<Matches> {
  const found = await search.find({
    text,
    filters: libraryFiltersSchema.parse(country === null ? {} : { countries: [country] }),
    has: null,
    sort: text === '' ? 'announced' : 'relevance',
    nowMs,
  });
  const mayReadNotes = client.may('notes');
  const rows = found.idsAt(0, LOOKED_AT).flatMap((id): [string, string][] => {
    const matched = found.matchedOf(id);
    // A client without permission to read notes must not learn that a note contains the searched words.
    if (!mayReadNotes && matched === 'note') return [];
    return [[id, country !== null && text === '' ? 'country' : MATCHES[matched ?? 'text']]];
  });
  return { matches: new Map(rows), isComplete: found.total <= LOOKED_AT };
}

const MATCHES = {
  text: 'data of the company',
  tag: 'a tag of the user',
  note: 'the user’s note',
} as const;

/** Returns `name` instead of the reason "data of the company" if the name contains every word. */
function reasonOf(reason: string, name: string, text: string): string {
  const words = typedWords(text);
  const folded = ` ${fold(name)}`;
  const isName = words.length > 0 && words.every((word) => folded.includes(` ${word}`));
  return reason === MATCHES.text && isName ? 'name' : reason;
}

/** Splits the text into a country and the other words. Returns null if the text contains no country name. */
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
