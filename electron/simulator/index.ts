export { startSimulator, type Simulator, type SimulatorOptions } from './simulator.ts';
export { parseSnapshot, type SimulatorSnapshot } from './snapshot.ts';
export { PROFILES, isProfileName, type Profile, type ProfileName } from './profile.ts';
export type { TranscriptEntry } from './transcript.ts';
export type { Fault, FaultAction } from './faults.ts';
export type { GhostSpending } from './service.ts';
export type { LimitType } from './budgets.ts';
export type { KeyType, Keys } from './state.ts';
