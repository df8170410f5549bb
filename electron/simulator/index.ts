export { startSimulator, type Simulator, type SimulatorOptions } from './simulator.ts';
export { parseSnapshot } from './snapshot.ts';
export { PROFILES, isProfileName } from './profile/profiles.ts';
