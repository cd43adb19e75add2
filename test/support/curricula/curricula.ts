import type { LooseRecords } from '../import-records.ts';

/**
 * Two curricula on the ground records: the first version is full, and its lists are out of order; the others are almost
 * empty.
 */
export function groundCurricula(): LooseRecords {
  return [
    {
      ref: 'science',
      name: 'Science',
      code: 'SC',
      versions: [
        {
          ref: 'first',
          version: '1',
          name: 'First',
          isDefault: true,
          electionMode: 'ELECT_BEFORE_TERM',
          electionStartWeeks: 6,
          electionEndWeeks: 0,
          terms: [
            { ref: 't2', position: 2, name: 'Term 2' },
            { ref: 't1', position: 1, name: 'Term 1' },
          ],
          pathways: [
            { ref: 'focus', name: 'Focus', type: 'SELECTABLE_FOCUS', position: 1 },
            { ref: 'core', name: 'Core', type: 'FIXED', position: 0, description: 'Everybody.' },
          ],
          moduleClusters: [
            {
              ref: 'elective',
              name: 'Electives',
              electiveBehavior: 'SELECT_UNTIL_ECTS',
              electiveBehaviorAmount: 7.5,
              rule: 'AT_LEAST',
              ruleAmount: 2,
              unlockAfterCP: 60,
              electAtOnce: true,
              overflowCluster: 'free',
              isReElectable: true,
            },
            { ref: 'free', name: 'Free choice', electiveBehavior: 'SELECT_ALL' },
          ],
          items: [
            {
              ref: 'i1',
              courseModule: 'systems',
              moduleVersion: 'systems-1',
              term: 't1',
              moduleCluster: 'elective',
              pathway: 'core',
              parent: 'i2',
              isCoreModule: true,
              moduleGroup: 'base',
            },
            { ref: 'i2', courseModule: 'analysis' },
            { ref: 'i3', courseModule: 'analysis', moduleVersion: 'analysis-1', term: 't2' },
          ],
        },
        { ref: 'second', version: '2', name: 'Second' },
      ],
    },
    {
      ref: 'arts',
      name: 'Arts',
      isCohortSpecific: true,
      isArchived: true,
      versions: [
        {
          ref: 'arts-1',
          version: '1',
          name: 'Arts',
          isDefault: true,
          isCohortVersion: true,
          terms: [{ ref: 'a1', position: 0, name: 'Term' }],
        },
      ],
    },
  ];
}
