import { services } from '../../deploy/installation/services.ts';

/** The parts of an installation, as the label `service` of their metrics names them. */
export const deployedParts: readonly string[] = [...services.map(({ name }) => name), 'gateway', 'console'];
