import type { OutcomeSuggestion } from '../../../../shared/model/outcomes/outcomes.ts';
import { countryName } from '../../../lib/countries.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import type { App } from '../../../session/app.svelte.ts';
import { outcomes as strings } from './strings.ts';

const { suggestions: texts } = strings;

function valueText({ field, value }: Extract<OutcomeSuggestion['change'], { field: string }>): string {
  return safeLine(field === 'countries' ? countryName(value) : value, 40);
}

/** Returns the change in words, such as `Hiring counts more` or `Remove Series B from your market`. */
export function suggestionTitle({ change }: OutcomeSuggestion): string {
  if (change.kind === 'weight') {
    const part = texts.parts[change.part];
    return change.to > change.from ? texts.more(part) : texts.less(part);
  }
  const value = valueText(change);
  return change.kind === 'add' ? texts.add(value) : texts.remove(value);
}

/** Returns the counts that support the change. */
export function evidenceText({ change, matching, others }: OutcomeSuggestion): string {
  const group = change.kind === 'weight' ? texts.matching[change.part] : valueText(change);
  return texts.evidence(matching.replied, matching.contacted, group, others);
}

/** Applies a suggestion, and offers to undo it. */
export const applySuggestion = (
  app: Pick<App, 'api' | 'change' | 'undo'>,
  suggestion: OutcomeSuggestion,
): Promise<boolean> =>
  app.change(async () => {
    const { change } = suggestion;
    const { undo } =
      change.kind === 'weight'
        ? await app.api.market.setWeights({ weights: change.weights })
        : await app.api.market.set({ market: change.market, saveAs: null });
    app.undo.offer(texts.applied(suggestionTitle(suggestion)), undo, () => Promise.resolve());
  });
