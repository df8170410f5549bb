import type { Template } from '../../../../shared/model/template.ts';
import type { TemplateFacts } from './fill-template.ts';
import { firstMessage, templates } from './strings.ts';

/** No stored template can have this id, because the ids of stored templates are numbers. */
export const SUGGESTED_ID = 'suggested';

/**
 * Matches stages that are names of rounds. The message congratulates a company on its round only at these
 * stages. Congratulations on other stages, such as "Debt", would sound odd.
 */
const ROUND_STAGE = /^(?:pre-?seed|seed|series)\b/i;

/**
 * Returns the template that the message dialog uses until the user has saved a template. Every placeholder in
 * it has a value, so the message can be copied as it is.
 */
export const suggestedTemplate = (facts: TemplateFacts): Omit<Template, 'changedAtMs'> => ({
  id: SUGGESTED_ID,
  name: templates.example.name,
  ...firstMessage({
    firstName: facts['first name'] !== null,
    round: ROUND_STAGE.test(facts.stage ?? ''),
  }),
});
