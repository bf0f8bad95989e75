import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart('media-scan', {
  title: 'Scan outlets',
  description:
    'Read the page and feed of every outlet in the background, about ten seconds each: profile, latest articles, and whether it refuses unsolicited email. Imported values are kept.',
  route: 'POST /admin/media/scan',
  status: 202,
});
