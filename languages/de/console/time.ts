import type { Messages } from '../../en/console/index.ts';

export const time: Messages['time'] = {
  formats: {
    date: 'dd.MM.yyyy',
    dateTime: 'dd.MM.yyyy, HH:mm',
    dateAndSeconds: 'dd.MM.yyyy, HH:mm:ss ZZ',
    dayOfMonth: 'dd.MM.',
    dayInWords: 'cccc, dd.MM.yyyy',
    timeAndDay: 'HH:mm, cccc, dd.MM.',
    weekdayAndTime: 'ccc HH:mm',
    month: 'LLLL yyyy',
    typed: 'dd.MM.yyyy HH:mm',
    typedDay: 'dd.MM.yyyy',
  },
  justNow: 'gerade eben',
  dueNow: 'jetzt fällig',
  range: (from, to) => `${from} bis ${to}`,
  now: 'jetzt',
};
