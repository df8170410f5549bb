/**
 * The values that `npm run security` measures, and their goals. A value that no test has measured counts as
 * missed.
 */
export const securityGoals = {
  A1: { of: 'malformed responses', goal: 'alive, typed results, +50 MB, 2 s' },
  A2: { of: 'key sent to another origin', goal: '0' },
  A3: { of: 'invalid certificates accepted', goal: '0' },
  A4: { of: 'calls that outlive their deadline', goal: '0 over 250 ms, 0 sockets' },
  A5: { of: 'calls for identical reads', goal: '1' },
  C8: { of: 'loopback session used by another account or port', goal: '0' },
  C4: { of: 'contact names inferred by search', goal: '60 companies a minute' },
  E1: { of: 'erased contacts in any file', goal: '0' },
  I1: { of: 'arbitrary messages', goal: '0 unvalidated, 0 hangs, 0 crashes' },
  I2: { of: 'links and command lines', goal: '0 accepted, 0 thrown' },
  K1: { of: 'states of a real keyring', goal: '0 rounds wrong' },
  K2: { of: 'API key in any file or memory', goal: '0' },
  K3: { of: 'interrupted change of the contact key', goal: '0 lost' },
  K4: { of: 'contacts open after the user has left', goal: '0' },
  P0: { of: 'planted defects of the boundary', goal: 'each found' },
  P1: { of: 'shipped packages', goal: '0 known vulnerabilities, each pinned by content' },
  P2: { of: 'contents of the package', goal: '0 unexpected files, 15 MB' },
  S1: { of: "Electron's checklist", goal: '17 of 17 items (15 is X2, 19 is S2)' },
  S2: { of: 'fuses read back', goal: '0 different' },
  S3: { of: 'injected scripts', goal: '0 run' },
  T1: { of: 'unbounded replies', goal: '0' },
  T2: { of: 'contacts released', goal: '1 company per reply, 60 per minute' },
  T3: { of: 'contact markers outside their places', goal: '0' },
  T4: { of: 'exfiltration attempts', goal: '0 bytes' },
  W1: { of: 'requests that are not deliveries', goal: '0 accepted' },
  X1: { of: 'hostile texts on screens', goal: '0 elements, scripts, requests, dialogs' },
  X2: { of: 'addresses opened', goal: '0 except https and the app’s mail links' },
};
