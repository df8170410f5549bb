import { safeLine } from '../../../lib/safe-text.ts';

/**
 * Returns the stages to choose from: first the offered stages, then the chosen stages that are not offered.
 * If a chosen stage differs from an offered stage only in case, they are one option with the chosen spelling
 * as value and the offered spelling as label.
 */
export function stageOptions(
  offered: readonly string[],
  chosen: readonly string[],
): { readonly value: string; readonly label: string }[] {
  const byFolded = new Map(chosen.map((stage) => [stage.toLowerCase(), stage]));
  const labels = new Map(offered.map((stage) => [byFolded.get(stage.toLowerCase()) ?? stage, stage]));
  for (const stage of chosen) if (!labels.has(stage)) labels.set(stage, stage);
  return [...labels].map(([value, label]) => ({ value, label: safeLine(label, 40) }));
}
