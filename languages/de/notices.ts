import type { NoticeMessages } from '../en/notices.ts';
import { roles } from './roles.ts';

export const notices: NoticeMessages = {
  roles,
  email: (who = OF_NOBODY, by) => `die E-Mail-Adresse von ${who} (Administrator) wurde ${by} geändert`,
  added: (who = NOBODY, by, after) => `${who} wurde ${by} als Administrator hinzugefügt (${after})`,
  removed: (who = NOBODY, by, before) => `${who} (${before}) wurde ${by} als Administrator entfernt`,
  changed: (who = OF_NOBODY, by, before, after) =>
    `die Rollen von ${who} wurden ${by} geändert: bisher ${before}, jetzt ${after}`,
  by: {
    administrator: (name = 'einem früheren Administrator') => `von ${name}`,
    operator: () => 'vom Betreiber von Lyceum',
    provider: () => 'von Ihrem Anmeldedienst',
    archiving: () => 'durch das Archivieren',
    api: () => 'durch eine Integration, einen Verzeichnisabgleich oder einen Import',
  },
};

const NOBODY = 'eine nicht mehr vorhandene Person';
const OF_NOBODY = 'einer nicht mehr vorhandenen Person';
