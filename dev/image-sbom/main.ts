import { imageSbom } from './image-sbom.ts';

/** `npm run -s sbom:image -- FOLDER`: prints the bill of materials of an image. FOLDER contains the image's root file system. */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: npm run --silent sbom:image -- FOLDER (with the root file system of an image)\n');
  process.exitCode = 2;
} else process.stdout.write(`${await imageSbom(folder)}\n`);
