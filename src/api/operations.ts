import { beaconOperations } from './beacon.ts';
import { deploymentOperations } from './deployments.ts';
import { distributionOperations } from './distribution.ts';
import { environmentOperations } from './environments.ts';
import { insightOperations } from './insights.ts';
import { projectOperations } from './projects.ts';
import { teamOperations } from './teams.ts';
import { telemetryOperations } from './telemetry.ts';
import { tunnelOperations } from './tunnels.ts';

/** All operations of the service, grouped as in the specification. `docs/operations.md` lists them. */
export const operations = {
  projects: projectOperations,
  environments: environmentOperations,
  deployments: deploymentOperations,
  insights: insightOperations,
  beacon: beaconOperations,
  telemetry: telemetryOperations,
  tunnels: tunnelOperations,
  teams: teamOperations,
  distribution: distributionOperations,
};
