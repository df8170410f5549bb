import { expect, it } from 'vitest';
import { CompanyDrafts, NO_PERSON } from '../../../../renderer/session/company-drafts.svelte.ts';
import { MessageDraft } from '../../../../renderer/features/company/contacts/message-draft.svelte.ts';

/* Tests the text in the message dialog. `test/e2e/company/company.spec.ts` tests the dialog itself. */

const TEMPLATE = { subject: 'Congratulations', body: 'Hello' };

function createDraft(drafts = new CompanyDrafts(() => 'one')) {
  const draft = new MessageDraft(drafts.messages, () => TEMPLATE);
  draft.open('c1', 'ada');
  /**
   * Opens the dialog again after it was closed or destroyed. Like the app, creates a new draft object for
   * this.
   */
  const reopen = (recipientId = 'ada') => {
    const next = new MessageDraft(drafts.messages, () => TEMPLATE);
    next.open('c1', recipientId);
    return next;
  };
  return { draft, drafts, reopen };
}

it('stores the text while the user types, however the dialog closes', () => {
  const { draft, reopen } = createDraft();
  expect(draft).toMatchObject({ ...TEMPLATE, isStored: false });
  draft.edit({ body: 'Half a' });
  draft.edit({ body: 'Half a message' });
  expect(draft.isStored).toBe(true);
  expect(reopen()).toMatchObject({ subject: 'Congratulations', body: 'Half a message', isRestored: true });
  expect(reopen('grace')).toMatchObject({ ...TEMPLATE, isRestored: false });
});

it('finds the recipient who has a draft', () => {
  const { draft } = createDraft();
  const ids = ['grace', 'ada', NO_PERSON];
  expect(draft.recipientWithDraft('c1', ids)).toBeUndefined();
  draft.edit({ body: 'Half a message' });
  expect(draft.recipientWithDraft('c1', ids)).toBe('ada');
  expect(draft.recipientWithDraft('c2', ids)).toBeUndefined();
});

it('stores no text that is copied, empty or unchanged', () => {
  const { draft } = createDraft();
  draft.edit({ body: 'Half a message' });
  draft.markCopied();
  expect(draft.isStored).toBe(false);
  draft.edit({ body: 'Changed after copying' });
  expect(draft.isStored).toBe(true);
  draft.edit({ subject: ' ', body: '\n' });
  expect(draft.isStored).toBe(false);
  draft.edit({ body: 'Again' });
  draft.templateId = 'other';
  draft.changeTemplate();
  expect(draft).toMatchObject({ ...TEMPLATE, isStored: false });
});

it('confirms the copy until the text changes', () => {
  const { draft, reopen } = createDraft();
  expect(draft.isCopied).toBe(false);
  draft.markCopied();
  expect(draft.isCopied).toBe(true);
  expect(reopen().isCopied).toBe(false);
  draft.edit({ body: 'Changed after copying' });
  expect(draft.isCopied).toBe(false);
  draft.markCopied();
  draft.templateId = 'other';
  draft.changeTemplate();
  expect(draft.isCopied).toBe(false);
});

it('keeps edited text, and stores it, when the template is removed', () => {
  const { draft, reopen } = createDraft();
  draft.templateId = 'first';
  draft.changeTemplate();
  draft.edit({ body: 'By hand' });
  draft.templateId = '';
  draft.changeTemplate();
  expect(draft.body).toBe('By hand');
  expect(reopen()).toMatchObject({ templateId: '', body: 'By hand' });
});

it('takes edited text along to a recipient without a draft, and shows a draft where there is one', () => {
  const { draft, reopen } = createDraft();
  draft.edit({ body: 'For Ada' });
  draft.recipientId = 'grace';
  draft.changeRecipient();
  expect(draft.body).toBe('For Ada');
  expect(reopen('ada').isRestored).toBe(false);
  expect(reopen('grace').body).toBe('For Ada');
  draft.open('c1', 'ada');
  draft.edit({ body: 'Another for Ada' });
  draft.recipientId = 'grace';
  draft.changeRecipient();
  expect(draft.body).toBe('For Ada');
  expect(reopen('ada').body).toBe('Another for Ada');
});
