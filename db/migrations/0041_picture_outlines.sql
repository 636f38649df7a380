-- The box around the product in a picture: left, top, width and height as parts of the picture, and its width in
-- millimeters.
alter table product_images add column outline jsonb check (jsonb_typeof(outline) = 'object');
