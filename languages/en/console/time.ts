/** Dates and times. `formats` are patterns of Luxon. */
export const time = {
  formats: {
    date: 'd LLL yyyy',
    dateTime: 'd LLL yyyy, HH:mm',
    dateAndSeconds: 'd LLL yyyy, HH:mm:ss ZZ',
    dayOfMonth: 'd LLL',
    dayInWords: 'cccc, d LLL yyyy',
    timeAndDay: 'HH:mm, cccc d LLL',
    weekdayAndTime: 'ccc HH:mm',
    month: 'LLLL yyyy',
    /** As it is compared with what is typed. */
    typed: 'yyyy-MM-dd HH:mm',
    typedDay: 'yyyy-MM-dd',
  },
  justNow: 'just now',
  dueNow: 'due now',
  /** From a date and time to another one. */
  range: (from: string, to: string) => `${from} to ${to}`,
  now: 'now',
};
