import type { Messages } from '../../en/console/index.ts';

export const calendarFeeds: Messages['calendarFeeds'] = {};
