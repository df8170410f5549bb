export { startSimulator, type Simulator, type SimulatorOptions } from './simulator.ts';
export { parseSnapshot } from './snapshot.ts';
export { PROFILES, isProfileName, type ProfileName } from './profile.ts';
export type { Fault } from './faults.ts';
