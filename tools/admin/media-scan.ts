import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart('media-scan', {
  title: 'Scan media',
  description:
    'Reads the page and the feed of every medium that has one, in the background, some ten seconds each: what it says of itself, its latest articles, and whether it refuses such mail. What an import says of a medium stays.',
  route: 'POST /admin/media/scan',
  status: 202,
});
