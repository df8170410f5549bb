import { describe, expect, it } from 'vitest';
import { insertRows, rowInsert } from '../../../electron/core/database/insert-rows.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { all, exec } from '../../../electron/core/database/sql.ts';
import { clock, log } from '../../support/app/library-fixtures.ts';
import { countedStatements } from '../../support/database/counted-statements.ts';

const INSERT = rowInsert('INSERT INTO item (id, name) VALUES (:id, :name) ON CONFLICT DO NOTHING');
const items = (count: number) => Array.from({ length: count }, (_, id) => ({ name: `n${id}`, id }));

function itemTable() {
  const db = openDatabase(':memory:', { clock, log });
  exec(db, 'CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
  return db;
}

describe('rows inserted together', () => {
  it.each([0, 1, 4, 5, 24, 25, 26, 50, 57])('are all stored, in their order: %i', (count) => {
    const db = itemTable();
    insertRows(db, INSERT, items(count));
    expect(all(db, 'SELECT name, id FROM item ORDER BY id')).toEqual(items(count));
  });

  it('take two statements for a page of 50', () => {
    const counted = countedStatements(itemTable());
    insertRows(counted.db, INSERT, items(50));
    expect(counted.ran).toHaveLength(2);
  });

  it('keep the first of two rows with the same key', () => {
    const db = itemTable();
    insertRows(db, INSERT, [...items(5), { id: 3, name: 'again' }]);
    expect(all(db, 'SELECT name FROM item WHERE id = 3')).toEqual([{ name: 'n3' }]);
  });

  it('fail if a value is missing', () => {
    expect(() => insertRows(itemTable(), INSERT, [{ id: 1 }])).toThrow('missing parameter name');
  });

  it('are refused if VALUES contains anything but named parameters', () => {
    expect(() => rowInsert("INSERT INTO item (id, name) VALUES (:id, 'x')")).toThrow('named parameters');
  });
});
