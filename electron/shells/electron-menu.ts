import type { MenuItemConstructorOptions } from 'electron';

/** The menu that shortcuts need: without an Edit menu there is no copy and paste on macOS. */
export function menuTemplate(packaged: boolean, platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const developer: MenuItemConstructorOptions[] = packaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }];
  const application: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [{ role: 'about' }, { type: 'separator' }, { role: 'hide' }, { role: 'quit' }],
  };
  return [
    ...(platform === 'darwin' ? [application] : []),
    { label: 'File', submenu: [platform === 'darwin' ? { role: 'close' } : { role: 'quit' }] },
    {
      label: 'Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: 'View',
      submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, ...developer],
    },
    { label: 'Window', submenu: [{ role: 'minimize' }] },
  ];
}
