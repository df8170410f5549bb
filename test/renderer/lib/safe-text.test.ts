import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialsOf, monogramOf, safeBlock, safeLine, safeName } from '../../../renderer/lib/safe-text.ts';
import { anyCharacter } from '../../support/generators/any-character.ts';

test('removes characters that reorder or hide text', () => {
  expect(safeLine('abc\u202egnp.exe')).toBe('abcgnp.exe');
  expect(safeLine('\u2066x\u2069\u200b\ufeff y\u0000')).toBe('x y');
  expect(safeLine('one\ntwo\u2028three')).toBe('one two three');
});

test('keeps joiners that scripts and emoji need', () => {
  expect(safeLine('👩‍🚀')).toBe('👩‍🚀');
  expect(safeLine('می‌خواهم')).toBe('می‌خواهم');
});

test('cuts long text without splitting a surrogate pair', () => {
  expect(safeLine('a'.repeat(600))).toHaveLength(500);
  expect(safeLine(`${'a'.repeat(8)}😀😀`, 10)).toBe(`${'a'.repeat(8)}…`);
});

test('limits combining marks', () => {
  expect(safeLine(`a${'\u0301'.repeat(40)}`)).toBe(`a${'\u0301'.repeat(4)}`);
});

test('blocks keep line feeds, at most two in a row', () => {
  expect(safeBlock('a\r\n\r\n\r\n\r\nb')).toBe('a\n\nb');
});

test('removes control and bidirectional characters from any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      // oxlint-disable-next-line no-control-regex -- that is the property
      expect(safeLine(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test('monograms and names are never empty', () => {
  expect(monogramOf('Halden Grid')).toBe('Ha');
  expect(monogramOf('  \u202e')).toBe('–');
  expect(monogramOf('株式会社')).toBe('株式');
  expect(initialsOf('Ingrid Solheim')).toBe('IS');
  expect(initialsOf('anna-lena  von der Heide')).toBe('AH');
  expect(initialsOf('Madonna')).toBe('Ma');
  expect(initialsOf('  \u202e')).toBe('–');
  expect(safeName('\u202e\u0000')).toBe('Unnamed');
});
