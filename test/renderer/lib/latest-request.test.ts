import { describe, expect, it } from 'vitest';
import { LatestRequest } from '../../../renderer/lib/latest-request.ts';

describe('LatestRequest', () => {
  it('lets a later request replace an earlier one', () => {
    const requests = new LatestRequest();
    const isFirstLatest = requests.begin();
    expect(isFirstLatest()).toBe(true);
    const isSecondLatest = requests.begin();
    expect([isFirstLatest(), isSecondLatest()]).toEqual([false, true]);
  });

  it('ties further work to the latest request without replacing it', () => {
    const requests = new LatestRequest();
    const isLatest = requests.begin();
    const isStillLatest = requests.follow();
    expect([isLatest(), isStillLatest()]).toEqual([true, true]);
    requests.begin();
    expect([isLatest(), isStillLatest()]).toEqual([false, false]);
  });

  it('drops all requests under way when they are cancelled', () => {
    const requests = new LatestRequest();
    const isLatest = requests.begin();
    requests.cancel();
    expect(isLatest()).toBe(false);
    expect(requests.begin()()).toBe(true);
  });
});

describe('LatestRequest.run', () => {
  function createRun() {
    const requests = new LatestRequest();
    const applied: string[] = [];
    const run = () => {
      let resolve = (_reply: string): void => undefined;
      let reject = (_error: Error): void => undefined;
      const reply = new Promise<string>((...settle) => ([resolve, reject] = settle));
      const done = requests.run(
        () => reply,
        (text) => applied.push(text),
        (error) => applied.push(String(error)),
      );
      return { resolve, reject, done };
    };
    return { requests, applied, run };
  }

  it('applies the reply of the latest request only, whichever arrives first', async () => {
    const { applied, run } = createRun();
    const [first, second] = [run(), run()];
    second.resolve('second');
    await second.done;
    first.resolve('first');
    await first.done;
    expect(applied).toEqual(['second']);
  });

  it('drops the error of an earlier request', async () => {
    const { applied, run } = createRun();
    const [first, second] = [run(), run()];
    first.reject(new Error('first'));
    await first.done;
    second.reject(new Error('second'));
    await second.done;
    expect(applied).toEqual(['Error: second']);
  });

  it('applies and reports nothing once it is cancelled', async () => {
    const { requests, applied, run } = createRun();
    const [first, second] = [run(), run()];
    requests.cancel();
    first.resolve('first');
    second.reject(new Error('second'));
    await Promise.all([first.done, second.done]);
    expect(applied).toEqual([]);
  });

  it('leaves everything as it is when a request without an error handler fails', async () => {
    const applied: string[] = [];
    await new LatestRequest().run(
      () => Promise.reject<string>(new Error('offline')),
      (text) => applied.push(text),
    );
    expect(applied).toEqual([]);
  });
});
