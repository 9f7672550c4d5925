import { launch } from './harness.mjs';
const b = await launch(); const p = await b.newPage({ viewport: { width: +process.argv[4] || 2200, height: 400 } });
await p.goto('file://' + process.argv[2]); await p.screenshot({ path: process.argv[3], fullPage: true }); await b.close();
