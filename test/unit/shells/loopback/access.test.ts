import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoopbackAccess } from '../../../../electron/shells/loopback/access.ts';

const session = (nth: number): string => String(nth).padStart(64, '0');
const tokenIn = (address: string): string => /#token=(.+)$/.exec(address)?.[1] ?? '';

describe('address of the loopback shell', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('expires after five minutes, and is replaced', () => {
    const spent = vi.fn();
    const access = createLoopbackAccess(8_123, spent);
    const address = access.address();
    vi.advanceTimersByTime(299_999);
    expect(access.address()).toBe(address);
    expect(spent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(spent).toHaveBeenCalledOnce();
    expect(access.accepts({ session: session(1), token: tokenIn(address) })).toBe(false);
    const next = access.address();
    expect(next).not.toBe(address);
    expect(access.accepts({ session: session(1), token: tokenIn(next) })).toBe(true);
  });

  it('works once, and does not expire again after it was used', () => {
    const spent = vi.fn();
    const access = createLoopbackAccess(8_123, spent);
    const token = tokenIn(access.address());
    expect(access.accepts({ session: session(1), token })).toBe(true);
    expect(access.accepts({ session: session(2), token })).toBe(false);
    const next = access.address();
    vi.advanceTimersByTime(299_999);
    expect(access.address()).toBe(next);
    expect(spent).toHaveBeenCalledOnce();
  });

  it('is invalid once the shell is closed', () => {
    const spent = vi.fn();
    const access = createLoopbackAccess(8_123, spent);
    const token = tokenIn(access.address());
    access.close();
    access.close();
    expect(access.accepts({ session: session(1), token })).toBe(false);
    expect(spent).toHaveBeenCalledOnce();
  });

  it('ends the oldest of more than sixteen sessions', () => {
    const access = createLoopbackAccess(8_123, () => undefined);
    for (let nth = 0; nth < 17; nth += 1)
      expect(access.accepts({ session: session(nth), token: tokenIn(access.address()) })).toBe(true);
    expect(access.accepts({ session: session(0) })).toBe(false);
    expect(access.accepts({ session: session(1) })).toBe(true);
    expect(access.accepts({ session: session(16) })).toBe(true);
  });
});
