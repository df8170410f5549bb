import { readCommand } from '../../../electron/simulator/command.ts';
import { startSimulator } from '../../../electron/simulator/index.ts';
import { readyText, startProgram } from '../common/process.ts';

export interface SimulatorProcess {
  readonly baseUrl: string;
  readonly liveKey: string;
  readonly testKey: string;
  /** Posts to the simulator's control API, for instance `control('clock', { advanceMs: 1000 })`. */
  control(path: string, body: unknown): Promise<unknown>;
  transcript(): Promise<readonly Call[]>;
  stop(): Promise<number | null>;
}
export interface Call {
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly charged: { readonly requests: number; readonly records: number };
}

/** Starts the simulator as a separate process. The app under test gets only its base URL and a key. */
export async function startSimulatorProcess(args: readonly string[] = []): Promise<SimulatorProcess> {
  const started = await startProgram('electron/simulator/cli.ts', args);
  const text = (field: string): string => readyText(started, field);
  return {
    baseUrl: text('baseUrl'),
    liveKey: text('liveKey'),
    testKey: text('testKey'),
    ...controlsOf(text('controlUrl')),
    stop: () => started.stop(),
  };
}

/** Like `startSimulatorProcess`, but runs the simulator in this process, which starts faster. */
export async function startSimulatorHere(args: readonly string[] = []): Promise<SimulatorProcess> {
  const simulator = await startSimulator(readCommand([...args]).options);
  const { baseUrl, liveKey, testKey, controlUrl } = simulator;
  return {
    baseUrl,
    liveKey,
    testKey,
    ...controlsOf(controlUrl ?? ''),
    stop: async () => {
      await simulator.dispose();
      return 0;
    },
  };
}

function controlsOf(controlUrl: string): Pick<SimulatorProcess, 'control' | 'transcript'> {
  const request = async (path: string, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(`${controlUrl}/${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    control: (path, body) =>
      request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    transcript: async () => {
      const answer = await request('transcript');
      const entries = Array.isArray(answer) ? answer : Reflect.get(Object(answer), 'entries');
      return Array.isArray(entries) ? (entries as Call[]) : [];
    },
  };
}
