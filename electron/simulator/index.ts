export { startSimulator, type Simulator, type SimulatorOptions } from './simulator.ts';
export { snapshotSchema, type SimulatorSnapshot } from './snapshot.ts';
export type { TranscriptEntry } from './service-server.ts';
export { PROFILES, isProfileName, type Profile, type ProfileName } from './profile.ts';
