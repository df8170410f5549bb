import { DAY_MS } from '../../../../shared/durations.ts';
import {
  companiesMissingRounds,
  planFactsOf,
  type PlanFacts,
} from '../../database/queries/cache/plan-facts.ts';
import { listedCompanies } from '../../database/queries/yours/lists.ts';
import { openPipeline } from '../../database/queries/yours/pipeline.ts';
import { clipOrNull } from '../../foundation/clip-text.ts';
import { fitsOf } from '../../market/fit-scores.ts';
import { certainlyOurs } from '../../user-data/ours/ours-marks.ts';
import { doneOrSnoozedMarks } from '../../user-data/triage.ts';
import { callAbout, rulesOf, weightOf } from '../company-requests.ts';
import { aboutCompany, type PlanCall, type PlanParts } from '../plan-inputs.ts';
import { readRules } from '../plan-rules.ts';
import { companyRoundsValue, companyValue, updateValue } from '../score.ts';

/**
 * The age, in ms, from which a profile counts as old. Most sellers would call a profile out of date after a
 * month.
 */
const OLD_MS = 30 * DAY_MS;
/**
 * Maximum number of list entries to read. The same maximum applies to companies with an open deal or task.
 */
const COMPANIES_MAX = 1_000;

/**
 * Returns requests about the companies that the user works with: those on lists and those with an open deal
 * or task. One kind updates an old profile. The other fetches all rounds with their investors, if the profile
 * reports more rounds than are stored. Excludes companies that are done, snoozed or among the user's own
 * companies.
 *
 * @param known other requests of the plan, so no profile is fetched twice
 */
export function pipelineCalls(parts: PlanParts, known: readonly PlanCall[]): PlanCall[] {
  const { files, governor } = parts;
  const nowMs = governor.serverNowMs();
  const listsOf = new Map<string, number[]>();
  for (const { companyId, listId } of listedCompanies(files.yours, COMPANIES_MAX))
    listsOf.set(companyId, [...(listsOf.get(companyId) ?? []), listId]);
  const followed = [...new Set([...listsOf.keys(), ...openPipeline(files.yours, COMPANIES_MAX)])];
  const marks = doneOrSnoozedMarks(files, followed, nowMs);
  const ours = certainlyOurs(files, followed);
  const ids = followed.filter((id) => !marks.has(id) && !ours.has(id));
  const rules = readRules(files.yours);
  const fits = fitsOf(files, ids);
  const worthOf = (companyId: string): number =>
    companyValue(weightOf(rulesOf(rules, listsOf.get(companyId) ?? [])), fits.get(companyId)?.score ?? null);
  const profiles = new Set(
    known.flatMap(({ priced }) => (priced.endpoint === 'company' ? [priced.companyId] : [])),
  );
  const missing = new Map(companiesMissingRounds(files.cache, ids).map((each) => [each.companyId, each]));
  return planFactsOf(files.cache, ids).flatMap((facts) => {
    const { companyId, isRemoved, isTestOnly } = facts;
    if (isRemoved || isTestOnly) return [];
    const worth = worthOf(companyId);
    const total = missing.get(companyId)?.total;
    const update = profiles.has(companyId) ? null : updateCall(parts, facts, worth, nowMs);
    return [
      ...(update === null ? [] : [update]),
      ...(total === undefined ? [] : [roundsCall(parts, facts, worth, total)]),
    ];
  });
}

/** Returns the age, in ms, of a profile's newest data; null if the profile was never fetched. */
const profileAgeMs = ({ profileAtMs, webhookAtMs }: PlanFacts, nowMs: number): number | null =>
  profileAtMs === null ? null : nowMs - Math.max(profileAtMs, webhookAtMs ?? 0);

function updateCall(parts: PlanParts, facts: PlanFacts, worth: number, nowMs: number): PlanCall | null {
  const ageMs = profileAgeMs(facts, nowMs);
  if (ageMs === null || ageMs < OLD_MS) return null;
  return {
    ...callAbout(parts, aboutOf(facts), {
      key: `update/${facts.companyId}`,
      kind: 'update',
      lane: 'watchlist',
    }),
    value: updateValue(worth, ageMs),
    why: { why: 'old', fetchedAtMs: nowMs - ageMs },
    untilMs: null,
    byRule: false,
  };
}

const roundsCall = (parts: PlanParts, facts: PlanFacts, worth: number, total: number): PlanCall => ({
  ...callAbout(parts, aboutOf(facts), {
    key: `rounds/${facts.companyId}`,
    kind: 'rounds',
    lane: 'watchlist',
  }),
  value: companyRoundsValue(worth, total),
  why: { why: 'more-rounds', rounds: total },
  untilMs: null,
  byRule: false,
});

const aboutOf = ({ companyId, name }: PlanFacts) => aboutCompany(companyId, clipOrNull(name, 500));

export function isProfileOld(
  { files, governor }: Pick<PlanParts, 'files' | 'governor'>,
  id: string,
): boolean {
  const [facts] = planFactsOf(files.cache, [id]);
  const ageMs = facts === undefined ? null : profileAgeMs(facts, governor.serverNowMs());
  return ageMs !== null && ageMs >= OLD_MS;
}
