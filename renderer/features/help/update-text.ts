import type { UpdatePhase, UpdateProblem } from '../../../shared/model/settings/updates.ts';
import { updates as strings } from './update-strings.ts';

interface ProblemText {
  readonly title: string;
  readonly text: string;
  /** Whether the app refused the update. The screen then says that nothing was installed. */
  readonly isRefused: boolean;
}

const FAILURES: readonly UpdateProblem[] = ['offline', 'unreachable', 'storage'];

/** Returns the text for an update that was refused or failed. */
export function updateProblemText({
  problem,
  update,
}: Extract<UpdatePhase, { kind: 'failed' }>): ProblemText {
  const text = strings.problems[problem];
  if (problem === 'platform') return { title: strings.titles.noFile, text, isRefused: false };
  if (problem === 'not-opened') return { title: strings.titles.notOpened, text, isRefused: false };
  if (!FAILURES.includes(problem)) return { title: strings.titles.refused, text, isRefused: true };
  const title = update === null ? strings.titles.checkFailed : strings.titles.downloadFailed;
  return { title, text, isRefused: false };
}
