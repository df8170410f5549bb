import { call } from './kit.ts';
import { insightQuestionSchema, insightsSchema } from '../model/insights/insights.ts';

/**
 * Figures about the stored rounds, computed on this computer without requests. Reload them after
 * `library.onChanged`, and when lists or the market have changed.
 */
export const insightsContract = {
  get: call(insightQuestionSchema).returns(insightsSchema),
};
