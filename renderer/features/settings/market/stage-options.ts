import { safeLine } from '../../../lib/safe-text.ts';

/**
 * Returns the stages to choose from: first the offered stages, then the chosen stages that are not offered. A
 * chosen stage may differ from an offered one only in case. Its option then has the value that the user chose
 * and the label that is offered.
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
