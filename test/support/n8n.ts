import 'reflect-metadata';

import { configureGlobalAxiosDefaults } from '@n8n/backend-network';

/** Import this before anything of n8n-core: it gives n8n's real defaults for outgoing requests. */
configureGlobalAxiosDefaults();
