import { connectPage } from '../../editor/webview/connect.ts';
import 'uplot/dist/uPlot.min.css';
import './main.css';
import './card.css';
import { analyticsPage } from '../protocol.ts';
import { createPage } from './page.ts';

connectPage(analyticsPage, createPage);
