/** A reporter of the test runner: a case that passed only when it was repeated is named, and the run fails. */
// biome-ignore lint/style/noDefaultExport: the test runner asks for it.
export default class Retried {
  onTestCaseResult(test) {
    const { retryCount = 0 } = test.diagnostic() ?? {};
    if (retryCount === 0) return;
    process.stdout.write(`retried: ${test.module.relativeModuleId} > ${test.fullName}\n`);
    process.exitCode = 1;
  }
}
