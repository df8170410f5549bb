import { call } from './kit.ts';
import { insightQuestionSchema, insightsSchema } from '../model/insights/insights.ts';

/**
 * Figures about the stored rounds, computed on this computer without requests. They change with
 * `library.onChanged`, with lists, and with the market.
 */
export const insightsContract = {
  get: call(insightQuestionSchema).returns(insightsSchema),
};
