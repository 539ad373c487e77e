// `wgsl!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))))`, in a crate `K`.
fn softmax() -> String {
    match &(x) {
        slot0 => {
            let gpu = &K::__private::gpu::no_machine();
            let operand0 = K::__private::gpu::Operand::leaf(&*slot0);
            let rank0 = K::__private::gpu::rank(&operand0);
            {
                let _ = {
                    let stage_rank0 = rank0;
                    let space0 = K::__private::gpu::space(stage_rank0);
                    K::__private::gpu::FitsAxes::fits(K::__private::gpu::LessAt::found(
                        K::__private::gpu::At::<1, 2>,
                        space0,
                    ));
                    let yield_rank0 = K::__private::gpu::LessAt::left(K::__private::gpu::At::<1, 2>, space0);
                    let stage0 = K::__private::gpu::stage(
                        gpu,
                        0,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["x"],
                            targets: &[],
                            axes: &[],
                            cost: 0,
                            serial: false,
                        },
                        space0,
                        K::__private::gpu::Reduce::Axes(&[1]),
                        operand0,
                        &K::__private::gpu::Formula {
                            steps: &[],
                            stored: &[],
                            folds: &[K::__private::gpu::FormulaFold {
                                name: "max",
                                value: K::__private::gpu::Value::Leaf(0),
                            }],
                            values: &[],
                        },
                        |_level, element0| {
                            K::__private::gpu::formula((), {
                                let _ = K::__private::gpu::GpuElement::typed_number(&element0);
                                K::ops::reduce::Max::max(element0)
                            })
                        },
                    );
                    let operand1 = stage0.leaves(yield_rank0);
                    let rank1 = K::__private::gpu::rank(&operand1);
                    let stage_rank1 = K::__private::gpu::around(yield_rank0, rank0);
                    K::__private::gpu::Fits::fits(K::__private::gpu::FitsMatrix::fits(
                        K::__private::gpu::FitsVector::fits(rank0, stage_rank1),
                    ));
                    K::__private::gpu::Beside::fits(yield_rank0, stage_rank1);
                    let space1 = K::__private::gpu::space(stage_rank1);
                    K::__private::gpu::FitsAxes::fits(K::__private::gpu::LessAt::found(
                        K::__private::gpu::At::<1, 2>,
                        space1,
                    ));
                    let yield_rank1 = K::__private::gpu::LessAt::left(K::__private::gpu::At::<1, 2>, space1);
                    let stage1 = K::__private::gpu::stage(
                        gpu,
                        1,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["x", "max[1](..)"],
                            targets: &[],
                            axes: &[],
                            cost: 21,
                            serial: false,
                        },
                        space1,
                        K::__private::gpu::Reduce::Axes(&[1]),
                        (operand0, operand1),
                        &K::__private::gpu::Formula {
                            steps: &[
                                K::__private::gpu::FormulaStep {
                                    at: 0,
                                    node: K::__private::gpu::Node::Apply(
                                        "minus",
                                        &[K::__private::gpu::Value::Leaf(0), K::__private::gpu::Value::Leaf(1)],
                                    ),
                                },
                                K::__private::gpu::FormulaStep {
                                    at: 1,
                                    node: K::__private::gpu::Node::Apply("exp", &[K::__private::gpu::Value::Step(0)]),
                                },
                            ],
                            stored: &[],
                            folds: &[K::__private::gpu::FormulaFold {
                                name: "sum",
                                value: K::__private::gpu::Value::Step(1),
                            }],
                            values: &[K::__private::gpu::Value::Step(1)],
                        },
                        |_level, (element0, element1)| {
                            let value0 = K::ops::Minus::minus(element1, element0);
                            let value1 = K::ops::Exp::exp(value0, _level);
                            K::__private::gpu::OnGpu::check(&value0);
                            K::__private::gpu::formula(
                                (
                                    K::__private::gpu::GpuElement::typed_number(&value0),
                                    K::__private::gpu::GpuElement::typed_number(&value1),
                                ),
                                (K::ops::reduce::Sum::sum(value1), K::Stored::store(value1)),
                            )
                        },
                    );
                    let (_, operand2) = stage1.leaves(space1);
                    let rank2 = K::__private::gpu::rank(&operand2);
                    let (operand3, _) = stage1.leaves(yield_rank1);
                    let rank3 = K::__private::gpu::rank(&operand3);
                    let pass_rank0 =
                        K::__private::gpu::around(K::__private::gpu::meet_same(yield_rank0, yield_rank1), rank0);
                    K::__private::gpu::Fits::fits(K::__private::gpu::FitsMatrix::fits(
                        K::__private::gpu::FitsVector::fits(rank0, pass_rank0),
                    ));
                    K::__private::gpu::Beside::fits(yield_rank0, pass_rank0);
                    K::__private::gpu::Beside::fits(yield_rank1, pass_rank0);
                    let results = K::__private::gpu::text_run_stages(
                        gpu,
                        (&stage0, &stage1),
                        K::__private::gpu::last(
                            &K::__private::gpu::Call {
                                name: "wgsl!",
                                operands: &["x, max[1](..)", "sum[1](..)"],
                                targets: &[],
                                axes: &[],
                                cost: 4,
                                serial: false,
                            },
                            pass_rank0,
                            (),
                            (operand2, operand3),
                            &K::__private::gpu::Formula {
                                steps: &[K::__private::gpu::FormulaStep {
                                    at: 0,
                                    node: K::__private::gpu::Node::Apply(
                                        "divide",
                                        &[K::__private::gpu::Value::Leaf(0), K::__private::gpu::Value::Leaf(1)],
                                    ),
                                }],
                                stored: &[],
                                folds: &[],
                                values: &[K::__private::gpu::Value::Step(0)],
                            },
                            |_level, ((), (element2, element3))| {
                                let value2 = K::ops::Divide::divide(element3, element2);
                                K::__private::gpu::formula(
                                    K::__private::gpu::GpuElement::typed_number(&value2),
                                    ((), K::Stored::store(value2)),
                                )
                            },
                        ),
                    );
                    results
                };
                K::__private::gpu::text(gpu)
            }
        }
    }
}
