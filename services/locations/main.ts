import { runServiceProcess } from '../../platform/process/process.ts';
import { locations } from './service.ts';

await runServiceProcess(locations, process.argv.slice(2));
