import { call } from './kit.ts';
import { insightQuestionSchema, insightsSchema } from '../model/insights/insights.ts';

/**
 * Figures about the stored rounds, computed on this computer without requests. Load them again after
 * `library.onChanged`, and after lists or the market have changed.
 */
export const insightsContract = {
  get: call(insightQuestionSchema).returns(insightsSchema),
};
