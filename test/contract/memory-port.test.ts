import { afterAll, beforeAll, describe, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app/test-app.ts';
import { contractSteps, type Subject } from './suite.ts';

describe('contract in memory, with a JSON round trip', () => {
  let app: TestApp;
  let subject: Subject;
  beforeAll(async () => {
    app = await startTestApp();
    subject = { api: app.api, port: app.port, memo: new Map() };
  });
  afterAll(() => app.dispose());

  for (const step of contractSteps) it(step.name, () => step.run(subject));
});
