import assert from 'node:assert/strict';
import { setFault, testConnection } from '../kit/actions.ts';
import type { Row } from '../kit/bench.ts';
import { errorOf } from '../kit/match-ledger.ts';

/** The rows about the state of the connection. */
export const ROWS_CONNECTION: readonly Row[] = [
  {
    id: 'R-7-13-failing',
    title: 'a service that answers with errors is failing, not offline',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const state = async (): Promise<string> => (await app.api.connection.status({})).state;
      const faults = [
        { kind: 'status', status: 500, shape: 'json' },
        { kind: 'status', status: 520, shape: 'html' },
        { kind: 'status', status: 404, shape: 'html' },
        { kind: 'html' },
        { kind: 'redirect', location: 'https://elsewhere.example/' },
      ];
      for (const fault of faults) {
        await setFault(bench, fault);
        assert.notEqual(await errorOf(testConnection(app)), null, JSON.stringify(fault));
        assert.equal(await state(), 'failing', JSON.stringify(fault));
        await testConnection(app);
        assert.equal(await state(), 'online');
        bench.passMinute();
      }
      await bench.simulator.setOnline(false);
      assert.notEqual(await errorOf(testConnection(app)), null);
      assert.equal(await state(), 'offline');
    },
  },
];
