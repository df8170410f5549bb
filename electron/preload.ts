import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';

type Listener = (channel: string, payload: unknown) => void;

/**
 * Exposes two functions to the renderer, each for one fixed IPC channel, instead of `ipcRenderer` itself.
 */
contextBridge.exposeInMainWorld('roundwatch', {
  request: (channel: string, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke('roundwatch:request', channel, input),
  subscribe: (listener: Listener): (() => void) => {
    const onPush = (_event: IpcRendererEvent, channel: string, payload: unknown): void =>
      listener(channel, payload);
    ipcRenderer.on('roundwatch:push', onPush);
    return () => void ipcRenderer.removeListener('roundwatch:push', onPush);
  },
});
