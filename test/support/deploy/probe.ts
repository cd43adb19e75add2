import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials } from '@grpc/grpc-js';
import { Health, HealthCheckResponse_ServingStatus as State } from '../../../proto/gen/grpc/health/v1/health_pb.ts';
import type { Probe } from './kubernetes.ts';

const { check } = Health.method;

/**
 * Runs a probe as a kubelet does.
 * @param addressOf the address of a port of the container: `10.1.2.3:9091`
 */
export async function probe({ grpc, httpGet }: Probe, addressOf: (port: number | string) => string): Promise<boolean> {
  if (grpc) return checkGrpc(addressOf(grpc.port), grpc.service ?? '');
  if (!httpGet) throw new Error('the probe asks nothing');
  return fetch(`http://${addressOf(httpGet.port)}${httpGet.path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A plain unary call without TLS, as kubelets make it. */
function checkGrpc(address: string, service: string): Promise<boolean> {
  const client = new Client(address, credentials.createInsecure());
  const { promise, resolve } = Promise.withResolvers<boolean>();
  client.makeUnaryRequest(
    `/${Health.typeName}/Check`,
    () => Buffer.from(toBinary(check.input, create(check.input, { service }))),
    (answer: Buffer) => fromBinary(check.output, answer),
    null,
    { deadline: Date.now() + TIMEOUT_MS },
    (error, answer) => resolve(error === null && answer?.status === State.SERVING),
  );
  return promise.finally(() => client.close());
}

const TIMEOUT_MS = 5_000;
