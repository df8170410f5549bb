import { describe, expect, test } from 'vitest';
import { KeyedChoice } from '../../../renderer/ui/controls/keyed-choice.ts';

/* These tests check at which point a select field saves a value that was chosen by keyboard or mouse. */

function choice() {
  const did: string[] = [];
  const field = new KeyedChoice<string>({
    save: (value) => did.push(`save ${value}`),
    revert: () => did.push('revert'),
    leave: () => did.push('leave'),
    onpending: () => undefined,
  });
  const press = (...keys: string[]) => keys.map((key) => field.onkeydown({ key, altKey: false }));
  return { did, field, press };
}

describe('a value in a select field', () => {
  test('that typing passes is not saved', () => {
    const { did, field, press } = choice();
    press('N');
    field.change('new');
    press('o', 't');
    field.change('not-now');
    expect(did).toEqual([]);
    expect(press('Enter')).toEqual([true]);
    expect(did).toEqual(['save not-now', 'leave']);
  });

  test('that was reached by a key is saved when the field loses the focus, once', () => {
    const { did, field, press } = choice();
    press('ArrowDown');
    field.change('new');
    press('Tab');
    field.onfocusout();
    field.onfocusout();
    expect(did).toEqual(['save new']);
  });

  test('is discarded by Escape, which leaves the field', () => {
    const { did, field, press } = choice();
    expect(press('Escape')).toEqual([true]);
    press('N');
    field.change('new');
    press('Escape');
    field.onfocusout();
    expect(did).toEqual(['leave', 'revert', 'leave']);
  });

  test('that was chosen in the open menu is saved at once', () => {
    const { did, field, press } = choice();
    field.onpointerdown();
    field.change('new');
    // Space and Enter open the menu, because no value is waiting to be saved.
    expect(press('ArrowDown', ' ')).toEqual([false, false]);
    field.change('won');
    expect(press('ArrowDown', 'Enter')).toEqual([false, false]);
    field.change('lost');
    field.onkeydown({ key: 'ArrowDown', altKey: true });
    field.change('replied');
    const chosen = ['new', 'won', 'lost', 'replied'];
    expect(did).toEqual(chosen.flatMap((value) => [`save ${value}`, 'leave']));
  });
});
